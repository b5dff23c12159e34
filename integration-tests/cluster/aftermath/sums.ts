import { ordersOf } from "../../laws/books"
import { paymentsOf, sum } from "../../laws/check-sums"
import type { Scene } from "../../laws/scene"

/** What a shopper's order must have come to; `refunded` is cents. */
export type Wish = { orderId: string; balances: number; refunded: number }

const NOT_RETURNED = ["failed", "refused", "withdrawn"]

/** What each side counts and sums; amounts are integer cents. */
export async function sums({ store, cartIds }: Scene) {
  const { sandbox, ledger } = store
  const paid = [...sandbox.checkouts.values()].filter(
    ({ status }) => status === "successful"
  )
  const rows = await ledger.listCheckouts({}, { take: 5_000 })
  const successful = rows.filter(({ status }) => status === "successful")
  const placed = rows.filter(({ outcome }) => outcome === "placed")
  const orders = await ordersOf(store, cartIds)
  const payments = orders.flatMap(paymentsOf)
  const captures = payments.flatMap((payment) => payment.captures)
  const refunds = payments.flatMap((payment) => payment.refunds)
  const requests = await ledger.listRefundRequests({}, { take: 5_000 })
  const isReturned = ({ status }: { status: string }) =>
    !NOT_RETURNED.includes(status)
  const transactions = orders.flatMap((order) => order.transactions)
  return {
    service: {
      paid: paid.length,
      cents: sum(paid),
      refunded: sum([...sandbox.refundRequests.values()].filter(isReturned)),
    },
    ledger: {
      paid: successful.length,
      placed: placed.length,
      cents: sum(placed),
      refunded: sum(requests.filter(isReturned)),
      unplaced: successful
        .filter(({ outcome }) => outcome !== "placed")
        .map(({ id, outcome, held_reason }) => ({ id, outcome, held_reason })),
      // What was asked for again waits for nobody.
      held: requests
        .filter(
          ({ held_reason, superseded_by }) => held_reason && !superseded_by
        )
        .map(({ id, status, held_reason }) => ({ id, status, held_reason })),
    },
    medusa: {
      orders: orders.length,
      payments: payments.length,
      captures: captures.length,
      cents: sum(captures),
      refunded: sum(refunds),
      transactionCents: sum(transactions),
      orderCents: sum(orders.map(({ total }) => ({ amount: total }))),
    },
  }
}
