import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CheckoutTable } from "../../../checkouts/checkout-table"
import { Page } from "../../../display/page"

export const config = defineRouteConfig({ label: "Checkouts", rank: 2 })

/** Every checkout of the ledger. */
const CheckoutsPage = () => {
  return (
    <Page
      title="Checkouts"
      text="Every time a shopper chose instalments, and what became of it."
    >
      <CheckoutTable />
    </Page>
  )
}
export default CheckoutsPage
