import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/types"
import { log, messageOf } from "../../../modules/instalments/log"
import { orderOfPayment } from "./read-books"
import { dropUnbooked, releaseRefunds } from "./release"
import { turnOf } from "../../order-turn"
import { restoreBooks } from "./restore"

const A_RUN = 50
const PAUSE_MS = 60_000
const WAIT_MS = 2_000

/**
 * Sees to the books that are due: releases what Medusa holds whole and whose
 * event was lost, takes out what ended in vain. What cannot be done now comes
 * after all others that are due, and its row says why.
 */
export async function seeToBooks(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const due = await ledger.listRefundRequests(
    { books_after: { $lte: new Date(ledger.now()) } },
    { take: A_RUN, order: { books_after: "ASC" } }
  )
  for (const row of due) {
    try {
      await seeTo(row, container)
    } catch (error) {
      const isBusy = (error as MedusaError).type === MedusaError.Types.CONFLICT
      const why = isBusy
        ? "The order is being changed at the moment."
        : messageOf(error)
      await ledger.refunds.deferred(row.id, {
        books_after: new Date(ledger.now() + PAUSE_MS),
        books_error: why,
      })
      log(container)[isBusy ? "debug" : "error"](
        `Medusa's books for refund request ${row.id} are not right yet: ${why} It is tried again.`,
        row
      )
    }
  }
}

async function seeTo(row: RefundRequestRow, container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const orderId =
    row.payment_id && (await orderOfPayment(row.payment_id, container))
  await ledger.leases.run(
    turnOf(orderId || row.reference),
    async () => {
      if (row.status === "filed" && orderId) {
        await releaseRefunds(container, orderId, ({ id }) => id === row.id)
      } else if (row.status === "filed") {
        await dropUnbooked(row, container)
      } else {
        await restoreBooks(row, container)
      }
    },
    { waitMs: WAIT_MS }
  )
}
