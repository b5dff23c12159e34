import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { log, messageOf } from "../modules/instalments/log"
import { eraseCustomerWorkflow } from "../workflows"

/** A store that stood still for a weekend catches up. */
const LATELY_MS = 3 * 86_400_000
const MOST = 10_000

/**
 * Erases what was kept for as long as the options say, and customers that Medusa has
 * deleted lately: the event about them may have been lost. One who cannot be erased
 * stops nobody else, and is tried again in the nights after, while the deletion is
 * no older than three days.
 *
 * @throws MedusaError (unexpected state) that says how many were not erased.
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
    let failed = 0
    for (const { id } of deleted) {
      try {
        await eraseCustomerWorkflow(container).run({
          input: { customer_id: id },
        })
      } catch (error) {
        failed++
        log(container).error(
          `Deleted customer ${id} was not erased from the ledger: ${messageOf(error)}`
        )
      }
    }
    if (failed > 0) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `${failed} of ${deleted.length} customers deleted lately were not erased: the log names them. Each is tried again every night until three days after the deletion; after that, run eraseCustomerWorkflow.`
      )
    }
  })
}

export const config = {
  name: "instalments-retention",
  schedule: "17 2 * * *",
}
