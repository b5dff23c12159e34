import { useParams } from "react-router-dom"
import { CheckoutPage } from "../../../../checkout/checkout-page"

export const handle = { breadcrumb: () => "Checkout" }

/** One checkout, also one that has no order. */
const OneCheckoutPage = () => {
  const { id } = useParams()
  return <CheckoutPage reference={id ?? ""} />
}
export default OneCheckoutPage
