import { CartPage } from "../pages/cart"
import { CheckoutPage } from "../pages/checkout"
import { NotFoundPage } from "../pages/not-found"
import { OrderPage } from "../pages/order"
import { PayOrderPage } from "../pages/pay-order"
import { ProductPage } from "../pages/product"
import { ProductsPage } from "../pages/products"
import { ReturnPage } from "../pages/return"
import { Footer, Header } from "../parts/frame"
import { useAddress } from "./address"
import { CartProvider } from "./cart"

/** Every page of the shop, inside its frame. */
export function Shop() {
  return (
    <CartProvider>
      <Header />
      <CurrentPage />
      <Footer />
    </CartProvider>
  )
}

/**
 * The addresses of `storefront` in medusa-config.ts lead to these pages, and
 * Medusa's own payment link.
 */
function CurrentPage() {
  const { parts } = useAddress()
  const [page, id = ""] = parts
  switch (page) {
    case undefined:
    case "":
      return <ProductsPage />
    case "products":
      return <ProductPage key={id} handle={id} />
    case "cart":
      return <CartPage />
    case "checkout":
      return <CheckoutPage />
    case "return":
      return <ReturnPage />
    case "order":
      return <OrderPage key={id} id={id} />
    case "payment-collection":
      return <PayOrderPage />
  }
  return <NotFoundPage />
}
