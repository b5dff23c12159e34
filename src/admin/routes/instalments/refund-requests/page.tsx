import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Page } from "../../../display/page"
import { RefundRequestTable } from "../../../refund-requests/refund-request-table"

export const config = defineRouteConfig({ label: "Refund requests", rank: 3 })

/** Every refund request of the ledger. */
const RefundRequestsPage = () => {
  return (
    <Page
      title="Refund requests"
      text="Every refund that is owed or was asked for, from scheduled to its end."
    >
      <RefundRequestTable />
    </Page>
  )
}
export default RefundRequestsPage
