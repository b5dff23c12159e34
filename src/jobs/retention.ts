import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { eraseCustomerWorkflow } from "../workflows"

/** A store that stood still for a weekend catches up. */
const LATELY_MS = 3 * 86_400_000
const MOST = 10_000

/**
 * Erases what was kept for as long as the options say, and customers that Medusa has
 * deleted lately: the event about them may have been lost.
 */
export default async function retention(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("retention", async () => {
    await ledger.retention.run()
    const deleted = await container.resolve(Modules.CUSTOMER).listCustomers(
      // Medusa's type of this filter leaves it out.
      {
        deleted_at: { $gte: new Date(ledger.now() - LATELY_MS) },
      } as object,
      { select: ["id"], take: MOST, withDeleted: true }
    )
    for (const { id } of deleted) {
      await eraseCustomerWorkflow(container).run({ input: { customer_id: id } })
    }
  })
}

export const config = {
  name: "instalments-retention",
  schedule: "17 2 * * *",
}
