import { clx } from "@lib/ui"
import { getProductPrice } from "@lib/util/get-product-price"
import { isSimpleProduct } from "@lib/util/product"
import { HttpTypes } from "@medusajs/types"

type Props = {
  product: HttpTypes.StoreProduct
  variant?: HttpTypes.StoreProductVariant
  add: () => Promise<void>
}

/** The bar that stays at the bottom of a phone's screen. */
export default function MobileActions({ product, variant, add }: Props) {
  const { variantPrice: selectedPrice } = getProductPrice({
    product,
    variantId: variant?.id,
  })

  return (
    <div className="bar">
      <form action={add}>
        {selectedPrice && (
          <div>
            <p>{selectedPrice.calculated_price}</p>
            {/* prettier-ignore */}
            <div className={clx("grid grid-cols-2 w-full gap-x-4", {
              "!grid-cols-1": isSimpleProduct(product),
            })}>
              <button>Add to cart</button>
            </div>
          </div>
        )}
      </form>
    </div>
  )
}
