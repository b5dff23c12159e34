import { InstalmentsError } from "medusa-payment-instalments/storefront"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"

type Props = { error: Error; again: () => void }

/** The store knows no such payment, or could not be asked. */
export function Failed({ error, again }: Props) {
  if (error instanceof InstalmentsError && error.code === "not_found") {
    return (
      <Page title="There is no such payment" className="narrow">
        <p>Check the address, or begin in the shop.</p>
        <Link to="">Go to the shop</Link>
      </Page>
    )
  }
  return (
    <Page title="The shop cannot be reached" className="narrow">
      <p>
        If you have paid, your payment is safe: once it is confirmed, your order
        is placed by itself.
      </p>
      <button type="button" className="primary" onClick={again}>
        Look again
      </button>
    </Page>
  )
}
