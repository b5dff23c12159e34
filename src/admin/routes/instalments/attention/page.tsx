import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Attention } from "../../../attention/attention"
import { Page } from "../../../display/page"

export const config = defineRouteConfig({ label: "Needs attention", rank: 1 })

/** What needs a person. */
const AttentionPage = () => {
  return (
    <Page
      title="Needs attention"
      text="One entry for each cause. It goes by itself when the cause is gone."
    >
      <Attention />
    </Page>
  )
}
export default AttentionPage
