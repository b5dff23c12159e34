import type {
  CallbackRow,
  CheckoutRow,
  DeedRow,
  FoundRefundRequest,
} from "../../../../modules/instalments/types"
import {
  backOf,
  howItEnded,
  isOver,
  moneyInWords,
  whyItEnded,
} from "../../../../modules/instalments/rules"
import type { Emails } from "./attention"
import type { Moment } from "./words"

/** One entry of what happened to a checkout, oldest first. */
export type TimelineEntry = {
  at: Moment
  kind:
    | "created"
    | "creation_failed"
    | "callback"
    | "asked"
    | "paid"
    | "cancelled"
    | "placed"
    | "returned"
    | "held"
    | "closed"
    | "refund_asked"
    | "refund_sent"
    | "refund_complete"
    | "refund_failed"
    | "deed"
  /** A sentence for the merchant. */
  text: string
  /** When the next automatic step happens, if this entry waits for one. */
  next_at?: Moment
}

type Entry = Omit<TimelineEntry, "at" | "next_at"> & {
  at: Date | null
  next_at?: Date | null
}

/** What happened to a checkout, oldest first, and what comes next. */
export function timeline(
  checkout: CheckoutRow,
  callbacks: CallbackRow[],
  refunds: FoundRefundRequest[],
  deeds: DeedRow[],
  emails: Emails
): TimelineEntry[] {
  return [
    ...created(checkout),
    ...callbacks.map(received),
    ...asked(checkout),
    ...ended(checkout),
    ...refunds.flatMap(refundTimeline),
    ...deeds.map((deed) => done(deed, emails)),
  ]
    .flatMap(({ at, next_at, ...entry }) =>
      at
        ? {
            at: at.toISOString(),
            ...entry,
            ...(next_at ? { next_at: next_at.toISOString() } : {}),
          }
        : []
    )
    .sort((a, b) => a.at.localeCompare(b.at))
}

/** By the action, as the row has it: one of another version is told by its name. */
const DEEDS: Record<string, string> = {
  book: "booked a refund of the service",
  check: "had the service asked",
  "end-doubt": "ended the doubt about a refund",
  identify: "identified the checkout",
  refund: "returned the payment",
  retry: "had a refund tried again",
  settle: "asked for the order to be placed",
  withdraw: "withdrew a refund",
  "make-link": "made a link to pay what the order owes",
  "take-links-back": "took the order's payment links back",
}

function done(deed: DeedRow, emails: Emails): Entry {
  const { actor_id, actor_type, action, done_at: at } = deed
  const who = emails.get(actor_id) ?? `${actor_type} ${actor_id}`
  return { at, kind: "deed", text: `${who} ${DEEDS[action] ?? action}.` }
}

function created(checkout: CheckoutRow): Entry[] {
  const { opened_at: at, amount, currency, status } = checkout
  const sum = moneyInWords(amount, currency)
  if (checkout.creation === "refused" || checkout.creation === "unanswered") {
    const text =
      checkout.creation === "refused"
        ? `The checkout of ${sum} was not created: ${checkout.last_error}`
        : `The checkout of ${sum} was asked for, and no answer came: ${checkout.last_error}`
    return [{ at, kind: "creation_failed", text }]
  }
  const waits = status !== "successful" && checkout.outcome === "open"
  return [
    {
      at,
      kind: "created",
      text: `The shopper chose instalments for ${sum}.`,
      ...(waits ? { next_at: checkout.next_check_at } : {}),
    },
  ]
}

function received(callback: CallbackRow): Entry {
  const times =
    callback.deliveries > 1 ? `, ${callback.deliveries} times in all` : ""
  const term = callback.number_of_payments
    ? ` in ${callback.number_of_payments} payments`
    : ""
  return {
    at: callback.received_at,
    kind: "callback",
    text: callback.held_reason
      ? `A callback came and changed nothing: ${callback.held_reason}.`
      : `The service's callback said ${callback.status}${term}${times}.`,
  }
}

function asked(checkout: CheckoutRow): Entry[] {
  const {
    last_checked_at,
    check_count,
    status,
    contradiction,
    unknown_at,
    next_check_at,
  } = checkout
  const times =
    check_count > 1 ? ` ${check_count} times in all; this was the last` : ""
  const says = contradiction
    ? `It says ${contradiction} now, after it said successful. Nothing was changed; ask its support which is true.`
    : unknown_at
      ? "It does not know this checkout, which it created: are the keys those of another account or environment?"
      : `It says ${status ?? "nothing yet"} now.`
  const text = `The service was asked${times || " once"}. ${says}`
  const again = contradiction || unknown_at ? { next_at: next_check_at } : {}
  return check_count > 0
    ? [{ at: last_checked_at, kind: "asked", text, ...again }]
    : []
}

function ended(checkout: CheckoutRow): Entry[] {
  const { outcome, outcome_at, paid_at, held_reason, next_check_at } = checkout
  const settling = outcome === "open" && next_check_at
  const paid: Entry = {
    at: paid_at,
    kind: "paid",
    text:
      outcome === "open" && checkout.last_error
        ? `The payment was learnt; the order is not placed yet: ${checkout.last_error}`
        : "The payment was learnt.",
    ...(settling ? { next_at: next_check_at } : {}),
  }
  const cancelled = checkout.status === "cancelled"
  const ends: Record<CheckoutRow["outcome"], Entry[]> = {
    open: [],
    placed: [
      {
        at: outcome_at,
        kind: "placed",
        text: checkout.cart_id
          ? `Order ${checkout.order_id} was placed.`
          : `The payment was booked on order ${checkout.order_id}.`,
      },
    ],
    returned: [
      {
        at: outcome_at,
        kind: "returned",
        text: `The money is being returned: ${held_reason}.`,
      },
    ],
    held: [
      {
        at: outcome_at,
        kind: "held",
        text: `Held for a person: ${held_reason}.`,
      },
    ],
    closed: [
      cancelled
        ? { at: outcome_at, kind: "cancelled", text: "The shopper cancelled." }
        : {
            at: outcome_at,
            kind: "closed",
            text: "Nothing was paid. Should it be paid after all, it is still believed.",
          },
    ],
  }
  return [paid, ...ends[outcome]]
}

const ASKED_BY: Record<FoundRefundRequest["reason"], string> = {
  merchant: "was asked for",
  system: "was asked for by Medusa",
  unplaced: "is owed, as no order could take the payment",
}

/** What happened to one refund request and what comes next. */
function refundTimeline(row: FoundRefundRequest): Entry[] {
  const { status } = row
  const sum = moneyInWords(row.amount, row.currency)
  const over = isOver(status)
  const waits = status === "scheduled" || status === "filed"
  const asked: Entry = {
    at: row.filed_at,
    kind: "refund_asked",
    text: `A refund of ${sum} ${ASKED_BY[row.reason]}.${waits ? whyItWaits(row) : ""}`,
    ...(waits ? { next_at: row.send_after } : {}),
  }
  const isInDoubt = status === "in_doubt"
  const sent: Entry = {
    at: row.sent_at ?? (isInDoubt ? row.doubted_at : null),
    kind: "refund_sent",
    text: isInDoubt
      ? `The refund of ${sum} ${row.sent_at ? "was sent and no answer came" : "may have been sent while no job ran, or before the database was restored or taken over"}. ${row.held_reason ?? "Whether it exists is being looked up."}`
      : `The refund of ${sum} was sent to the service${waits ? "; it did not get there" : ""}.`,
    ...(over || waits || status === "complete"
      ? {}
      : { next_at: row.next_check_at }),
  }
  const end: Entry = over
    ? {
        at: row.finished_at,
        kind: "refund_failed",
        text: `The refund of ${sum} ${howItEnded(status)}: ${whyItEnded(row)}.`,
      }
    : {
        at: status === "complete" ? row.finished_at : null,
        kind: "refund_complete",
        text: `${wentBack(row)}.`,
      }
  return [asked, sent, end]
}

/** Complete, and what the service says of it since, where that is something else. */
function wentBack(row: FoundRefundRequest): string {
  const { service_status, currency } = row
  const sum = moneyInWords(backOf(row), currency)
  return service_status === null || service_status === "complete"
    ? `${sum} went back to the shopper`
    : `The service said that ${sum} went back to the shopper, and says ${service_status} now: ask its support which is true`
}

function whyItWaits({ waits_for, last_error, currency }: FoundRefundRequest) {
  if (waits_for) {
    const sum = moneyInWords(waits_for.amount, currency)
    return ` It waits for the refund of ${sum} in doubt (${waits_for.id}) to end.`
  }
  return last_error ? ` It waits: ${last_error}` : ""
}
