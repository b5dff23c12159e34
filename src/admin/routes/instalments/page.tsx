import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Page } from "../../display/page"
import { Overview } from "../../overview/overview"

export const config = defineRouteConfig({
  label: "Instalments",
  icon: CreditCard,
})

/** What came in, over a period. */
const OverviewPage = () => {
  return (
    <Page
      title="Instalments"
      text="What came in, what did not, and what goes back."
    >
      <Overview />
    </Page>
  )
}
export default OverviewPage
