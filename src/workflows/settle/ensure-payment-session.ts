import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { toCents, moneyInWords } from "../../modules/instalments/domain/money"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/** The id that Medusa gives the provider from its identifier and config id. */
export const PROVIDER_ID = "pp_instalments_instalments"

/**
 * Makes the cart's first payment session one of this checkout: Medusa deletes
 * and re-creates sessions, and a shopper may have switched the method away
 * after paying. Answers why this cannot be, or null.
 */
export async function ensurePaymentSession(
  checkout: { id: string; cart_id: string; amount: number; currency: string },
  container: MedusaContainer
): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "total",
      "currency_code",
      "completed_at",
      "payment_collection.id",
      "payment_collection.payment_sessions.id",
    ],
    filters: { id: checkout.cart_id },
  })
  const cart = carts[0]
  if (!cart) {
    return `Cart ${checkout.cart_id} no longer exists`
  }
  if (cart.completed_at) {
    return null
  }
  const total = toCents(cart.total, cart.currency_code)
  if (total !== checkout.amount) {
    return `Cart ${cart.id} now totals ${moneyInWords(total, cart.currency_code)}, ${moneyInWords(checkout.amount, checkout.currency)} were paid`
  }
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.listCheckoutSessions({ reference: checkout.id })
  const current = cart.payment_collection?.payment_sessions?.map(
    (session: { id: string } | null) => session?.id
  )
  const isCurrent =
    current?.length === 1 && known.some(({ id }) => id === current[0])
  if (isCurrent) {
    return null
  }
  const collection = cart.payment_collection
  if (!collection) {
    return `Cart ${cart.id} has no payment collection any more`
  }
  // Medusa replaces the cart's sessions; the provider finds the paid checkout.
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: PROVIDER_ID },
  })
  return null
}
