import { InstalmentsProvider } from "medusa-payment-instalments-storefront/react"
import { CartPage } from "../pages/cart"
import { CheckoutPage } from "../pages/checkout"
import { NotFoundPage } from "../pages/not-found"
import { OrderPage } from "../pages/order"
import { PayOrderPage } from "../pages/pay-order"
import { ProductPage } from "../pages/product"
import { ProductsPage } from "../pages/products"
import { ReturnPage } from "../pages/return"
import { Footer, Header } from "../parts/frame"
import { goToAddress, useAddress } from "./address"
import { CartProvider } from "./cart"
import { connection } from "./connection"

const texts = {
  // Only the browser that paid is led to the order, which says whose it is.
  paid: "The order is placed. It is shown in the browser in which it was paid.",
}

/** Every page of the shop, inside its frame. */
export function Shop() {
  return (
    <InstalmentsProvider {...connection} navigate={goToAddress} texts={texts}>
      <CartProvider>
        <Header />
        <CurrentPage />
        <Footer />
      </CartProvider>
    </InstalmentsProvider>
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
