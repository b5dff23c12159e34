import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"

/** Erases what was kept for as long as the options say. */
export default async function retention(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("retention", async () => {
    await ledger.retention.run()
  })
}

export const config = {
  name: "instalments-retention",
  schedule: "17 2 * * *",
}
