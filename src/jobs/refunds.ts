import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { submitRefundsWorkflow, trackRefundsWorkflow } from "../workflows"

/** Sends what is due, and follows what is under way. */
export default async function refunds(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("refunds", async () => {
    await submitRefundsWorkflow(container).run()
    await trackRefundsWorkflow(container).run()
  })
}

export const config = { name: "instalments-refunds", schedule: "* * * * *" }
