import type { CheckoutRow } from "../ledger/rows"

/**
 * The states of a checkout. `open` in the Admin API is one of the first four:
 * `creating` and `unanswered` until the service has answered the creation,
 * `pending` while nothing has been paid, `paid` until its order is settled.
 */
export const STATES = [
  "creating",
  "unanswered",
  "pending",
  "paid",
  "placed",
  "returned",
  "held",
  "closed",
] as const

/** See `STATES`. */
export type CheckoutState = (typeof STATES)[number]

/**
 * The service's words that end a checkout. Any other one, also one that the specification
 * does not name, ends nothing: it may still be paid.
 */
export const ENDS = ["successful", "cancelled", "invalid_payload"]

/** Whether the service knows a checkout with this status, and has not ended it. */
export function isPending(status: string | null): boolean {
  return status !== null && !ENDS.includes(status)
}

/** The same as an expression of PostgreSQL; not true where the status is null. */
export const PENDING_SQL = `status not in ('${ENDS.join("', '")}')`

/** The checkouts of the same cart, or for what the same order owes, as a filter. */
export function ofTheSame({
  cart_id,
  order_id,
}: Pick<CheckoutRow, "cart_id" | "order_id">) {
  return cart_id ? { cart_id } : { order_id, cart_id: null }
}

/** What decides about the state of a row. */
export type Standing = Pick<CheckoutRow, "status" | "outcome" | "creation">

/** The state of a row. `STATE_SQL` says the same to PostgreSQL. */
export function stateOf({ status, outcome, creation }: Standing) {
  if (outcome !== "open") {
    return outcome
  }
  if (status === "successful") {
    return "paid"
  }
  if (status !== null) {
    return "pending"
  }
  return creation === "sent" ? "creating" : "unanswered"
}

/**
 * What can be returned to the shopper, in cents: the amount that the service
 * says was paid.
 */
export function paidAmount({
  amount,
  paid_amount,
}: Pick<CheckoutRow, "amount" | "paid_amount">): number {
  return paid_amount ?? amount
}

/** The state of a row as an expression of PostgreSQL. */
export const STATE_SQL = `case
  when outcome <> 'open' then outcome
  when status = 'successful' then 'paid'
  when status is not null then 'pending'
  when creation = 'sent' then 'creating'
  else 'unanswered' end`

/** Whether only a callback told the payment of a row: the service was not heard since. */
export const UNCONFIRMED_SQL = `(checkout_id is not null
  and (status_updated_at is null or status_updated_at < paid_at))`

/**
 * Whether background work checks a row, when that is due: what is not paid, and what
 * is settled and the service does not, or not yet, call successful.
 */
export const CHECKED_SQL = `(status is distinct from 'successful'
  or (outcome <> 'open' and (contradiction is not null or ${UNCONFIRMED_SQL})))`

type Transition = {
  /** What happens, for the diagram and for the error. */
  what: string
  from: readonly CheckoutState[]
  /** The state it leads to; `same` when it only adds facts. */
  to: CheckoutState | "same"
}

const NOT_PAID = ["creating", "unanswered", "pending", "closed"] as const

/**
 * Everything that can happen to a checkout, and the states that each event may
 * leave. Each is one guarded statement, see `changed`. A payment always
 * counts: `paid` may leave every unpaid state, and no event leaves `placed`.
 */
export const TRANSITIONS = {
  created: {
    what: "the service answers the creation",
    from: ["creating", "unanswered"],
    to: "pending",
  },
  refused: {
    what: "the creation was refused, or never sent",
    from: ["creating"],
    to: "closed",
  },
  unanswered: {
    what: "no answer to the creation came",
    from: ["creating"],
    to: "unanswered",
  },
  identified: {
    what: "its id at the service is learnt late, by the answer or from a person",
    from: ["unanswered", "paid", "placed", "returned", "held", "closed"],
    to: "same",
  },
  said: {
    what: "the service says another status, which ends nothing",
    from: ["pending", "closed"],
    to: "same",
  },
  ended: {
    what: "the service says cancelled or invalid_payload",
    from: NOT_PAID,
    to: "closed",
  },
  paid: {
    what: "a verified callback or a fetch says successful",
    from: NOT_PAID,
    to: "paid",
  },
  closed: {
    what: "nothing can be paid any more",
    from: ["creating", "unanswered", "pending"],
    to: "closed",
  },
  attempted: {
    what: "an attempt to settle begins",
    from: ["paid"],
    to: "same",
  },
  placed: {
    what: "order and payment were read back",
    from: ["paid"],
    to: "placed",
  },
  returned: {
    what: "refund requests for all of it are filed",
    from: ["paid", "held", "returned"],
    to: "returned",
  },
  held: {
    what: "no order is possible and it is not returned",
    from: ["paid"],
    to: "held",
  },
  notReturned: {
    what: "a refund request of its return failed or was withdrawn",
    from: ["returned"],
    to: "held",
  },
  reopened: {
    what: "a person has its order placed",
    from: ["held"],
    to: "paid",
  },
} as const satisfies Record<string, Transition>

/** The name of something that happens to a checkout. */
export type CheckoutEvent = keyof typeof TRANSITIONS

/** The state that an event leads to, or why it does not apply. */
export function next(
  state: CheckoutState,
  event: CheckoutEvent
): { state: CheckoutState } | { refusal: string } {
  const { from, to, what }: Transition = TRANSITIONS[event]
  return from.includes(state)
    ? { state: to === "same" ? state : to }
    : { refusal: `Of a checkout that is ${state} it is not possible: ${what}.` }
}
