import { InstalmentsError } from "medusa-payment-instalments-storefront"
import { Page } from "../../parts/page"

type Props = { error: Error; again: () => void }

/** The store knows no such order, or could not be asked. */
export function Failed({ error, again }: Props) {
  if (error instanceof InstalmentsError && error.code === "not_found") {
    return (
      <Page title="This link is not known" className="narrow">
        <p>
          Please open the whole link that the shop has sent to you, or ask the
          shop for a new one.
        </p>
      </Page>
    )
  }
  return (
    <Page title="The shop cannot be reached" className="narrow">
      <p>If you have paid, your payment is safe. Please do not pay again.</p>
      <button type="button" className="primary" onClick={again}>
        Look again
      </button>
    </Page>
  )
}
