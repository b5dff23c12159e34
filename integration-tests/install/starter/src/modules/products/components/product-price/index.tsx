import { getProductPrice } from "@lib/util/get-product-price"
import { HttpTypes } from "@medusajs/types"

type Props = {
  product: HttpTypes.StoreProduct
  variant?: HttpTypes.StoreProductVariant
}

export default function ProductPrice({ product, variant }: Props) {
  const { variantPrice: selectedPrice } = getProductPrice({
    product,
    variantId: variant?.id,
  })
  if (!selectedPrice) {
    return null
  }

  return (
    <div>
      <p>{selectedPrice.calculated_price}</p>
    </div>
  )
}
