import { paidAmount } from "../checkout/state"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"
import { backOf, isOver } from "../refunds/state"

/**
 * What can happen to a shopper's money, each on the day that the ledger learnt it:
 *
 * - `paid`: the service calls a checkout successful
 * - `placed`: the order that it paid for is placed, or its balance is paid
 * - `returned`: money without an order is back, by a refund request of the
 *   reason `unplaced` that is complete
 * - `filed`: a refund of an order is asked for
 * - `in_vain`: such a refund failed, was refused or withdrawn
 * - `refunded`: such a refund is complete
 */
export const MOVEMENTS = [
  "paid",
  "placed",
  "returned",
  "filed",
  "in_vain",
  "refunded",
] as const

/** See `MOVEMENTS`. */
export type Movement = (typeof MOVEMENTS)[number]

/** How much moved in a time: how often, and integer cents. */
export type Moved = Record<Movement, { count: number; amount: number }>

/**
 * What the store still owes its shoppers, in cents: payments without an order, and
 * refunds of orders that are asked for and have not ended.
 */
export type Outstanding = { unplaced: number; under_way: number }

/** A day or a month: what was outstanding before, what moved, and what is after. */
export type Balanced = Moved & { opening: Outstanding; closing: Outstanding }

/** One thing that happened to the money of a checkout. `amount` is cents. */
export type MoneyEvent = { at: Date; movement: Movement; amount: number }

type Paid = Pick<
  CheckoutRow,
  "status" | "outcome" | "outcome_at" | "paid_at" | "amount" | "paid_amount"
>
type Refund = Pick<
  RefundRequestRow,
  "status" | "reason" | "asked_at" | "finished_at" | "amount" | "service_amount"
>

/**
 * Everything that happened to the money of one checkout. `reports/statement.ts`
 * says the same to PostgreSQL.
 */
export function eventsOf(
  checkout: Paid | null,
  refunds: Refund[]
): MoneyEvent[] {
  const events: MoneyEvent[] = []
  const add = (at: Date | null, movement: Movement, amount: number) =>
    at && events.push({ at, movement, amount })
  if (checkout?.status === "successful") {
    add(checkout.paid_at, "paid", paidAmount(checkout))
    if (checkout.outcome === "placed") {
      add(checkout.outcome_at, "placed", paidAmount(checkout))
    }
  }
  for (const refund of refunds) {
    const { status, reason, asked_at, finished_at } = refund
    // Filed and ended as the same, or the difference stayed under way for ever.
    const amount = backOf(refund)
    const isUnplaced = reason === "unplaced"
    // The money of a payment without an order is owed whether it is asked for or not.
    if (!isUnplaced) {
      add(asked_at, "filed", amount)
    }
    if (status === "complete") {
      add(finished_at, isUnplaced ? "returned" : "refunded", amount)
    } else if (isOver(status) && !isUnplaced) {
      add(finished_at, "in_vain", amount)
    }
  }
  return events
}

/** Adds up what happened from a moment until before another one. */
export function movedIn(events: MoneyEvent[], from: Date, until: Date): Moved {
  return addUp(
    events
      .filter(({ at }) => at >= from && at < until)
      .map(({ movement, amount }) => ({
        ...nothing(),
        [movement]: { count: 1, amount },
      }))
  )
}

/** The sum of what moved in several times. */
export function addUp(all: Moved[]): Moved {
  const sum = nothing()
  for (const moved of all) {
    for (const movement of MOVEMENTS) {
      sum[movement].count += moved[movement].count
      sum[movement].amount += moved[movement].amount
    }
  }
  return sum
}

/** Nothing moved. */
export function nothing(): Moved {
  const none = MOVEMENTS.map((movement) => [movement, { count: 0, amount: 0 }])
  return Object.fromEntries(none) as Moved
}

/**
 * What is outstanding after something moved: the law of the statement. A payment
 * is owed to the shopper until its order is placed or it is returned; a refund of
 * an order, from being asked for to its end.
 */
export function closing(opening: Outstanding, moved: Moved): Outstanding {
  const of = (movement: Movement) => moved[movement].amount
  return {
    unplaced: opening.unplaced + of("paid") - of("placed") - of("returned"),
    under_way: opening.under_way + of("filed") - of("in_vain") - of("refunded"),
  }
}

/** Days in their order, each beginning with what the one before left outstanding. */
export function balance<Day extends Moved>(
  opening: Outstanding,
  days: Day[]
): (Day & Balanced)[] {
  let before = opening
  return days.map((day) => {
    const balanced = { ...day, opening: before, closing: closing(before, day) }
    before = balanced.closing
    return balanced
  })
}
