import { MedusaError } from "@medusajs/framework/utils"
import { validateOfferWorkflow } from "medusa-payment-instalments/workflows"

/** A gift card is money, so nobody buys one in instalments here. */
validateOfferWorkflow.hooks.validateOffer(
  async ({ cart_id }, { container }) => {
    const { data: carts } = await container.resolve("query").graph({
      entity: "cart",
      fields: ["items.is_giftcard"],
      filters: { id: cart_id },
    })
    const isGiftCard = (item: { is_giftcard: boolean } | null) =>
      item?.is_giftcard
    if (carts[0]?.items?.some(isGiftCard)) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "Gift cards cannot be paid in instalments. Choose another way to pay."
      )
    }
  }
)
