import { ordersOf } from "../../laws/books"
import type { Scene } from "../../laws/scene"

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

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
  const payments = orders.flatMap(({ payment_collections }) =>
    payment_collections.flatMap((one) => one.payments)
  )
  const captures = payments.flatMap((payment) => payment.captures)
  const total = (list: { amount: number }[]) =>
    sum(list.map(({ amount }) => amount))
  return {
    service: { paid: paid.length, cents: total(paid) },
    ledger: {
      paid: successful.length,
      placed: placed.length,
      cents: total(placed),
      unplaced: successful
        .filter(({ outcome }) => outcome !== "placed")
        .map(({ id, outcome, held_reason }) => ({ id, outcome, held_reason })),
    },
    medusa: {
      orders: orders.length,
      payments: payments.length,
      captures: captures.length,
      cents: total(captures),
      orderCents: sum(orders.map((order) => order.total)),
    },
  }
}
