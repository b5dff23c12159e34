import { moneyInWords } from "../domain/money-in-words"
import { LARGEST_CENTS } from "../domain/offer"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"

/** The status of a refund request; see the model for what each means. */
export type RefundStatus = RefundRequestRow["status"]

type Transition = {
  /** What happens, for who reads the code and the ledger. */
  what: string
  from: readonly RefundStatus[]
  /**
   * Where it leads; `same` for what only adds to what is known, `word` for what
   * the service says: requested, pending, complete or failed.
   */
  to: RefundStatus | "same" | "word"
}

/** Has ended without returning money; the money may be asked for again. */
export const OVER = ["failed", "refused", "withdrawn"] as const
/** Has not ended; `sending` and before are not known to the service. */
export const UNDER_WAY = [
  "filed",
  "scheduled",
  "sending",
  "in_doubt",
  "requested",
  "pending",
] as const
/** The service has it. */
export const THERE = ["requested", "pending", "complete", "failed"] as const

/**
 * Whether the service may have an entry that no row knows, as PostgreSQL says it:
 * it is on its way, or it is not known whether it was, also when it is about to be
 * asked again.
 */
export const MAY_BE_THERE = `(status in ('sending', 'in_doubt')
  or status in ('filed', 'scheduled') and doubted_at is not null)`

/**
 * Whether a refund request `d` of the same payment has to end before `r` is sent, as
 * PostgreSQL says it in a query of `d` alone. Of several that are to be asked again the
 * oldest goes first.
 */
export const GOES_BEFORE = `d.reference = r.reference and d.id <> r.id
  and d.deleted_at is null and ${MAY_BE_THERE}
  and not (r.doubted_at is not null and d.status in ('filed', 'scheduled') and d.id > r.id)`

/**
 * Everything that can happen to a refund request, and the states that it may
 * leave: each is one guarded statement of `RefundStore`. Nothing leads back to
 * `scheduled` but knowledge that the service has no such request, or takes no
 * second one.
 */
export const TRANSITIONS = {
  released: {
    what: "its books are whole in Medusa",
    from: ["filed"],
    to: "scheduled",
  },
  matched: {
    what: "its books are whole in Medusa, and the service has made it already",
    from: ["filed"],
    to: "requested",
  },
  unbooked: {
    what: "it is not booked in Medusa, or only in part",
    from: ["filed"],
    to: "refused",
  },
  withdrawn: {
    what: "the merchant takes it back before it is sent",
    // What core still writes for a filed one comes after its books were put back.
    from: ["scheduled"],
    to: "withdrawn",
  },
  claimed: {
    what: "it is taken for sending",
    from: ["scheduled"],
    to: "sending",
  },
  answered: {
    what: "the service answers the sending, however late, or its list shows it",
    from: ["sending", "in_doubt", "scheduled"],
    to: "word",
  },
  unsent: {
    what: "the service has certainly not processed it",
    from: ["sending"],
    to: "scheduled",
  },
  refused: {
    what: "the service certainly refuses it",
    from: ["sending"],
    to: "refused",
  },
  isTheOther: {
    what: "nothing goes back by this sending, and the service has accepted another one of it late",
    from: ["sending", "in_doubt"],
    to: "word",
  },
  unanswered: {
    what: "no answer came, or it is refused, sent once more: the first may be there",
    from: ["sending"],
    to: "in_doubt",
  },
  looked: {
    what: "the service could not be asked, it is asked later",
    from: THERE,
    to: "same",
  },
  doubted: {
    what: "the service's list does not end the doubt, or a person has it read again",
    from: ["in_doubt"],
    to: "same",
  },
  saidFailed: {
    what: "a person says that the service's support calls it failed",
    from: ["in_doubt"],
    to: "failed",
  },
  absent: {
    what: "the service's list lacks it twice, or it takes no second one, or a person says so",
    from: ["in_doubt"],
    to: "scheduled",
  },
  said: {
    what: "the service says how it stands",
    from: THERE,
    to: "word",
  },
  contradicted: {
    what: "the service takes back that it is complete",
    from: ["complete"],
    to: "same",
  },
  noted: {
    what: "it is known what Medusa has booked for it, why that has to wait, or why no money went back",
    from: ["filed", ...OVER],
    to: "same",
  },
  undone: {
    what: "the order's books are seen to without it",
    // By then the service may say that it is complete after all.
    from: [...OVER, "requested", "pending", "complete"],
    to: "same",
  },
} as const satisfies Record<string, Transition>

/** The name of something that happens to a refund request. */
export type RefundEvent = keyof typeof TRANSITIONS

/** What a person is told of a refund that is complete and not in the books. */
export const WITHOUT_BOOKS =
  "The service said failed, so Medusa's books were restored, and now says complete: the money went back. Do not refund it again; note it on the order."

/** What the service says of a refund request; `amount` is integer cents. */
export type SaidOfRefund = { status: string; amount: number; currency: string }

/**
 * Why a person has to look at one that the service calls complete: it is of another
 * amount than was asked for and booked, or was called failed and something was done about
 * its money meanwhile. Null when neither is so. `outcome` is its checkout's.
 */
export function whyCompleteIsHeld(
  {
    reason,
    undone_at,
    superseded_by,
    amount,
    currency,
  }: Pick<
    RefundRequestRow,
    "reason" | "undone_at" | "superseded_by" | "amount" | "currency"
  >,
  said: Omit<SaidOfRefund, "status">,
  outcome: CheckoutRow["outcome"] | null
): string | null {
  const isAsAsked = said.amount === amount && said.currency === currency
  const told = [
    !isAsAsked &&
      `The service says that it has refunded ${moneyInWords(said.amount, said.currency)}, and ${moneyInWords(amount, currency)} was asked for. Agree on the difference with its support, then resolve this.`,
    undone_at && WITHOUT_BOOKS,
    superseded_by &&
      `The service now says complete, but this money was asked for again by refund request ${superseded_by}: it may go back twice. Withdraw that one if it is not sent yet, else ask the service's support.`,
    reason === "unplaced" &&
      outcome === "placed" &&
      "The service now says complete, but the order was placed after this return had failed: the shopper has the order and the money. Agree with the shopper on one of them.",
  ].filter((text) => typeof text === "string")
  return told.join(" ") || null
}

/** Whether a refund request has ended without returning money. */
export function isOver(status: RefundStatus): boolean {
  return OVER.some((over) => over === status)
}

/** Those that have not ended without returning money. */
export function standing<T extends { status: RefundStatus }>(rows: T[]): T[] {
  return rows.filter(({ status }) => !isOver(status))
}

/** The cents that go back by a refund request: the service's word where that differs. */
export function backOf({
  amount,
  service_amount,
}: Pick<RefundRequestRow, "amount" | "service_amount">): number {
  return service_amount ?? amount
}

/** The cents that are refunded or on their way. */
export function onItsWay(
  rows: Pick<RefundRequestRow, "status" | "amount" | "service_amount">[]
): number {
  return standing(rows).reduce((cents, row) => cents + backOf(row), 0)
}

/** The cents that the standing ones were asked for, as Medusa's books hold them. */
export function askedFor(
  rows: Pick<RefundRequestRow, "status" | "amount">[]
): number {
  return standing(rows).reduce((cents, { amount }) => cents + amount, 0)
}

/**
 * Whether the service has made it by itself, and it was only to be booked: nothing
 * was sent, and yet the service has a word on it.
 */
export function isMadeAtService({
  sent_at,
  service_status,
}: Pick<RefundRequestRow, "sent_at" | "service_status">): boolean {
  return sent_at === null && service_status !== null
}

/**
 * Whether one that is over is a sending that the service had accepted late: it is
 * told of, and belongs to no refund that Medusa asked for. Nothing is owed for it.
 */
export function isOverLate({
  status,
  held_reason,
  refund_id,
  dropped_at,
}: Pick<
  RefundRequestRow,
  "status" | "held_reason" | "refund_id" | "dropped_at"
>): boolean {
  const isOfMedusa = refund_id !== null || dropped_at !== null
  return isOver(status) && held_reason !== null && !isOfMedusa
}

/**
 * Whether it returns what was paid beyond Medusa's payment: a person asks for that from
 * here, and Medusa has no refund of it.
 */
export function isOfSurplus({
  reason,
  refund_id,
}: Pick<RefundRequestRow, "reason" | "refund_id">): boolean {
  return reason === "merchant" && refund_id === null
}

/** How one that is over ended, for the middle of a sentence. */
export function howItEnded(status: RefundStatus): string {
  return status === "failed" ? "has failed" : `was ${status}`
}

/** Why a refund request is over, for the middle of a sentence. */
export function whyItEnded({
  last_error,
}: Pick<RefundRequestRow, "last_error">): string {
  return (last_error ?? "the service gives no reason").replace(/\.$/, "")
}

/**
 * The amount that the service says, as the ledger keeps it: null when it is as asked, and
 * no more than the column holds.
 */
export function serviceAmount(
  { amount }: Pick<RefundRequestRow, "amount">,
  said: Pick<SaidOfRefund, "amount">
): number | null {
  return said.amount === amount
    ? null
    : Math.min(Math.max(0, said.amount), LARGEST_CENTS)
}

/** The service's word as the ledger keeps it: an unknown one is not terminal. */
export function serviceStatus(
  word: string
): Pick<RefundRequestRow, "status" | "service_status"> {
  const status = THERE.find((known) => known === word) ?? "requested"
  return { status, service_status: word }
}
