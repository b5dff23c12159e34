import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { announce } from "../announce"
import { completeBooks } from "./complete-books"
import { undoDropped } from "./undo-dropped"
import { undoFailed } from "./undo-failed"
import {
  logLine,
  refundReferences,
} from "../../../modules/instalments/telemetry/references"
import { countRefundRequest } from "../../../modules/instalments/telemetry/counting"
import { messageOf } from "../../../modules/instalments/message-of"

/** Medusa itself books a refund within seconds; after this it will not. */
const BOOKED_AFTER_MS = 2 * 60_000
const A_RUN = 50
/** By id PostgreSQL would walk through every refund request there is. */
const OLDEST = { take: A_RUN, order: { send_after: "ASC" as const } }

/**
 * Makes Medusa's books tell the truth about refund requests: those that failed
 * are taken out of them, those that stand are booked in full.
 */
export async function mendBooks(container: MedusaContainer): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const failed = await ledger.listRefundRequests(
    {
      status: ["failed", "refused"],
      refund_id: { $ne: null },
      dropped_at: null,
      undone_at: null,
    },
    OLDEST
  )
  for (const row of failed) {
    await guarded(row, () => undoFailed(row, container))
  }
  // The database's clock wrote these and the next, so the process's compares.
  const created_at = { $lt: new Date(Date.now() - BOOKED_AFTER_MS) }
  const dropped = await ledger.listRefundRequests(
    {
      status: "refused",
      dropped_at: { $ne: null },
      undone_at: null,
      created_at,
    },
    OLDEST
  )
  for (const row of dropped) {
    await guarded(row, () => undoDropped(row, container))
  }
  const unbooked = await ledger.listRefundRequests(
    {
      status: ["scheduled", "in_doubt", "requested", "pending", "complete"],
      refund_id: { $ne: null },
      booked_at: null,
      created_at,
    },
    { take: A_RUN, order: { created_at: "ASC" } }
  )
  for (const row of unbooked) {
    await guarded(row, async () => {
      const booked_at = new Date(ledger.now())
      const known = await completeBooks(row, container)
      const withdrawn = !known && row.status === "scheduled"
      if (!withdrawn) {
        await ledger.refunds.booked(row.id, booked_at)
        return
      }
      const refused = await ledger.refunds.withdrawn(row.id, {
        undone_at: booked_at,
        last_error:
          "Medusa withdrew this refund before it was sent; nothing was returned.",
      })
      if (refused) {
        countRefundRequest(row, refused)
        await announce(container, row, refused)
      }
    })
  }

  /** Once at a time in the fleet; one that fails never stops the others. */
  async function guarded(row: RefundRequestRow, work: () => Promise<void>) {
    try {
      await container
        .resolve(Modules.LOCKING)
        .execute(`instalments:books:${row.reference}`, work, { timeout: 10 })
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(
          logLine(
            `Medusa's books for refund request ${row.id} are not right yet: ${messageOf(error)}. It is tried again.`,
            refundReferences(row)
          )
        )
    }
  }
}
