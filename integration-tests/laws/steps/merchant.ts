import * as fc from "fast-check"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../../src/modules/instalments/name"
import { DEBIT } from "../../harness/debit-actions"
import type { World } from "../world"
import type { Step } from "./step"

/** What the merchant does with orders and with the shop. */
export function merchantSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    ...refundSteps(),
    ...cancelSteps(),
    step(1, "the last mug is sold elsewhere", ({ shop }) => shop.stock(0)),
    step(1, "mugs are in stock again", ({ shop }) => shop.stock(1000)),
    step(1, "the courier stops delivering", ({ shop }) => shop.deliver(false)),
    step(1, "the courier delivers again", ({ shop }) => shop.deliver(true)),
    step(1, "the merchant switches instalments off", ({ shop }) =>
      shop.accept(["pp_system_default", DEBIT])
    ),
    step(1, "the merchant switches instalments on", ({ shop }) =>
      shop.accept(["pp_system_default", PROVIDER_ID, DEBIT])
    ),
    step(1, "Thandi's payment sessions are deleted", ({ shop, shoppers }) =>
      shop.deleteSessions(shoppers.Thandi.cartId)
    ),
    step(1, "Thandi's cart is deleted", ({ shop, shoppers }) =>
      shop.deleteCart(shoppers.Thandi.cartId)
    ),
    step(1, "the merchant wants unplaced payments held", async ({ store }) => {
      store.ledger.options.unplacedPayments = "hold"
    }),
    step(
      1,
      "the merchant wants same-day refunds refused",
      async ({ store }) => {
        store.ledger.options.refunds.sameDay = "reject"
      }
    ),
  ]
}

/** The order is cancelled, in whatever state it is. */
export function cancelSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(1, "the merchant cancels Thandi's order", async (world) => {
      const order = await world.thandisOrder()
      const path = `/admin/orders/${order?.id}/cancel`
      return order && world.store.adminPost(path)
    }),
    // Of the shop's own: it takes no route, so nothing keeps it apart from others.
    step(1, "a script cancels Thandi's order", async (world) => {
      const order = await world.thandisOrder()
      const { store } = world
      if (order) {
        await cancelOrderWorkflow(store.container).run({
          input: { order_id: order.id },
          throwOnError: false,
        })
        await store.refundsAreSent()
      }
    }),
  ]
}

/** Refunds from the order's page. */
export function refundSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(4, "the merchant refunds 100.50 to Thandi", (world) =>
      refund(world, () => 100.5)
    ),
    step(4, "the merchant refunds all to Thandi", (world) =>
      refund(world, (paid) => paid)
    ),
  ]
}

/** A refund of the first payment of Thandi's order, in major units. */
export async function refund(world: World, amountOf: (paid: number) => number) {
  const order = await world.thandisOrder()
  const [payment] = (order?.payment_collections ?? [])
    .flatMap(({ payments }) => payments)
    // Ids grow with time, so this is the cart's own payment, not a later one.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return (
    payment &&
    world.store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: amountOf(payment.amount / 100),
    })
  )
}

function step(
  weight: number,
  says: string,
  run: (world: World) => Promise<unknown>
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: fc.constant({ says, run }) }
}
