import { MedusaError } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

type Session = { provider_id: string }
type Item = { is_giftcard: boolean }

/** Who swaps a mug for a gift card on an open payment page gets the money back. */
completeCartWorkflow.hooks.validate(async ({ cart }) => {
  const isInInstalments = cart.payment_collection?.payment_sessions?.some(
    (one: Session) => one.provider_id === "pp_instalments_instalments"
  )
  if (isInInstalments && cart.items.some((item: Item) => item.is_giftcard)) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Gift cards cannot be paid in instalments."
    )
  }
})
