import { HttpTypes } from "@medusajs/types"
import { convertToLocale } from "./money"

type Wanted = { product: HttpTypes.StoreProduct; variantId?: string }

/** What a variant costs, as a number and in words; null where nothing is known. */
export function getProductPrice({ product, variantId }: Wanted) {
  const variant = product.variants?.find(({ id }) => id === variantId)
  const { calculated_amount: amount, currency_code } =
    variant?.calculated_price ?? {}
  if (typeof amount !== "number" || !currency_code) {
    return { variantPrice: null }
  }
  return {
    variantPrice: {
      calculated_price_number: amount,
      calculated_price: convertToLocale({ amount, currency_code }),
      currency_code,
    },
  }
}
