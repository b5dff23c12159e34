import { useParams } from "react-router-dom"
import { CheckoutPage } from "../../../../checkout/checkout-page"

export const handle = { breadcrumb: () => "Checkout" }

/** One checkout, also one that has no order. */
export default function OneCheckoutPage() {
  const { id } = useParams()
  return <CheckoutPage reference={id ?? ""} />
}
