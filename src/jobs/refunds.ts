import type { MedusaContainer } from "@medusajs/framework/types"
import { submitRefundsWorkflow, trackRefundsWorkflow } from "../workflows"

/** Sends what is due, and follows what is under way. */
export default async function refunds(container: MedusaContainer) {
  await submitRefundsWorkflow(container).run()
  await trackRefundsWorkflow(container).run()
}

export const config = { name: "instalments-refunds", schedule: "* * * * *" }
