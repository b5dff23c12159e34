import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { reconcileCheckoutsWorkflow } from "../workflows"

/** Checks pending checkouts and resumes settling. */
export default async function reconcile(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("reconcile", async () => {
    await reconcileCheckoutsWorkflow(container).run()
  })
}

export const config = { name: "instalments-reconcile", schedule: "* * * * *" }
