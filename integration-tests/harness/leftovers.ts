import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import type { Store } from "./with-store"

/** What completions leave that were killed in the middle. */
export function leftovers(store: Store) {
  /** The order of a completion that was killed right after it made the order. */
  async function leftOrder(cartId: string): Promise<string> {
    await markCart(cartId, store.container)
    const carts = store.container.resolve(Modules.CART)
    const cart = await carts.retrieveCart(cartId, { relations: ["items"] })
    const orders = store.container.resolve(Modules.ORDER)
    const [item] = cart.items!
    const order = await orders.createOrders({
      region_id: cart.region_id,
      currency_code: cart.currency_code,
      sales_channel_id: cart.sales_channel_id,
      email: cart.email,
      status: "pending",
      metadata: cart.metadata!,
      items: [
        { title: item!.title, quantity: 1, unit_price: item!.unit_price },
      ],
    })
    return order.id
  }

  /** Links an order to its cart, as core does next, and to a payment collection. */
  async function linkOrder(
    order_id: string,
    cart_id: string,
    payment_collection_id?: string
  ) {
    const order = { [Modules.ORDER]: { order_id } }
    await store.container
      .resolve(ContainerRegistrationKeys.LINK)
      .create([
        { ...order, [Modules.CART]: { cart_id } },
        ...(payment_collection_id
          ? [{ ...order, [Modules.PAYMENT]: { payment_collection_id } }]
          : []),
      ])
  }

  return { leftOrder, linkOrder }
}
