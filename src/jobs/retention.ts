import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { erasePerson } from "../workflows/erase-person"

/** A store that stood still for a weekend catches up. */
const LATELY_MS = 3 * 86_400_000

/**
 * Takes out of the ledger what nobody needs any more, and customers that Medusa has
 * deleted lately: the event about them may have been lost.
 */
export default async function retention(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("retention", async () => {
    await ledger.retention.run()
    const deleted_at = { $gte: new Date(ledger.now() - LATELY_MS) }
    const deleted = await container.resolve(Modules.CUSTOMER).listCustomers(
      // Medusa's type of this filter leaves it out.
      { deleted_at } as object,
      { select: ["id"], take: 10_000, withDeleted: true }
    )
    await erasePerson(container, { customer_ids: deleted.map(({ id }) => id) })
  })
}

export const config = {
  name: "instalments-retention",
  schedule: "17 2 * * *",
}
