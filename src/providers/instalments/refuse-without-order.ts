import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { list, PROVIDER_ID } from "../../modules/instalments/rules"
import type { CheckoutRow } from "../../modules/instalments/types"
import type { Parts } from "./parts"

const booked = z.object({
  transactions: list(z.object({ reference_id: z.string().nullish() })),
  payment_collections: list(
    z.object({
      payments: list(
        z.object({
          provider_id: z.string(),
          data: z.object({ reference: z.unknown() }).nullish(),
          captures: list(z.object({ id: z.string() })),
        })
      ),
    })
  ),
})

/**
 * Refuses a refund of a payment that has no order, or is not in its order's
 * books yet. Core asks for such a refund when a cart's completion fails after
 * the payment. That failure may pass, so only settling decides: it places the
 * order, books the payment on it, or returns all of it.
 *
 * @throws MedusaError (not allowed) for a payment that has no order, or is not
 * booked. A payment that the ledger does not know is refused later, by the
 * refund itself.
 */
export async function refuseWithoutOrder(
  parts: Parts,
  reference: string
): Promise<void> {
  const { ledger, query } = parts
  const [checkout] = await ledger.listCheckouts({ id: reference })
  if (!checkout) {
    return
  }
  if (!checkout.cart_id) {
    return refuseUnbooked(parts, checkout)
  }
  // The shop's own code may have taken away the link of an order and its cart.
  if (checkout.outcome === "placed" && checkout.order_id) {
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
      `Instalment payment ${reference} has no order yet, so there is nothing to refund: its order is placed or the money is returned by itself. To return it now, open its checkout under Instalments in the admin.`,
      "instalments_refund_refused"
    )
  }
}

/**
 * A killed process may leave a capture without its transaction; settling
 * removes it.
 */
async function refuseUnbooked(
  { query }: Parts,
  { id: reference, order_id }: CheckoutRow
) {
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "transactions.reference_id",
      "payment_collections.payments.provider_id",
      "payment_collections.payments.data",
      "payment_collections.payments.captures.id",
    ],
    filters: { id: order_id },
  })
  const order = booked.parse(data[0] ?? {})
  const captures = order.payment_collections
    .flatMap(({ payments }) => payments)
    .filter(
      ({ provider_id, data }) =>
        provider_id === PROVIDER_ID && data?.reference === reference
    )
    .flatMap((payment) => payment.captures)
  const isBooked = captures.some(({ id }) =>
    order.transactions.some((one) => one.reference_id === id)
  )
  if (!isBooked) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Instalment payment ${reference} is not booked on its order yet, so there is nothing to refund: it is booked or the money is returned by itself. To return it now, open its checkout under Instalments in the admin.`,
      "instalments_refund_refused"
    )
  }
}
