/**
 * What can happen to a shopper's money, each at the moment that the ledger learnt it:
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

/** A month: what was outstanding before, what moved, and what is after. */
export type Balanced = Moved & { opening: Outstanding; closing: Outstanding }

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
