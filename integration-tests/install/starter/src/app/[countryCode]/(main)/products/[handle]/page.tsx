import { addToCart } from "@lib/data/cart"
import { listProducts } from "@lib/data/products"
import MobileActions from "@modules/products/components/product-actions/mobile-actions"
import ProductPrice from "@modules/products/components/product-price"
import { notFound } from "next/navigation"

type Props = { params: Promise<{ countryCode: string; handle: string }> }

export default async function ProductPage({ params }: Props) {
  const { countryCode, handle } = await params
  const [product] = await listProducts(countryCode, handle)
  const [variant] = product?.variants ?? []
  if (!variant) {
    notFound()
  }
  const add = addToCart.bind(null, countryCode, variant.id)

  return (
    <>
      <style>
        {
          ".bar { display: none } @media (width < 1024px) { .bar { display: block } .wide { display: none } }"
        }
      </style>
      <h1>{product.title}</h1>
      <div className="wide">
        <ProductPrice product={product} variant={variant} />
        <form action={add}>
          <button>Add to cart</button>
        </form>
      </div>
      <MobileActions product={product} variant={variant} add={add} />
    </>
  )
}
