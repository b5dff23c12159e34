import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcileCheckoutsWorkflow } from "../workflows"

/** Brings pending checkouts to the truth and resumes settling. */
export default async function reconcile(container: MedusaContainer) {
  await reconcileCheckoutsWorkflow(container).run()
}

export const config = { name: "instalments-reconcile", schedule: "* * * * *" }
