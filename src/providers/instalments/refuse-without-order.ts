import { MedusaError } from "@medusajs/framework/utils"
import type { Parts } from "./parts"

/**
 * Refuses a refund of a payment that has no order. Core asks for one when a
 * cart's completion fails after the payment, though nothing but a passing
 * failure may stand between the payment and its order: what becomes of it is
 * settling's decision alone, which places the order or returns all of it.
 *
 * @throws MedusaError (not allowed) for a payment that has no order. One that
 * the ledger does not know is left to the refund's own refusal.
 */
export async function refuseWithoutOrder(
  { ledger, query }: Parts,
  reference: string
): Promise<void> {
  const [checkout] = await ledger.listCheckouts({ id: reference })
  // What an order owes is only booked on that order.
  if (!checkout?.cart_id) {
    return
  }
  const { data: orders } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: checkout.cart_id },
  })
  if (orders.length === 0) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Instalment payment ${reference} has no order yet, so there is nothing to refund: its order is placed or the money is returned by itself. To return it now, open its checkout under Instalments in the admin.`
    )
  }
}
