import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Page } from "../../../display/page"
import { SetUp } from "../../../set-up/set-up"

export const config = defineRouteConfig({ label: "Set-up", rank: 4 })

/** Whether this store is ready to take instalment payments. */
const SetUpPage = () => {
  return (
    <Page
      title="Set-up"
      text="What this store can see of its own set-up, and nothing it cannot."
    >
      <SetUp />
    </Page>
  )
}
export default SetUpPage
