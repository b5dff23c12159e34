import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { InstalmentsEvents } from "../../../modules/instalments/events"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import {
  logLine,
  refundReferences,
} from "../../../modules/instalments/telemetry/references"
import { notReturned } from "./not-returned"
import { readBooks } from "./read-books"
import { refundTransactions } from "./refund-transactions"
import { correctTotals } from "./correct-totals"

/**
 * Sees to the books after a refund that was refused at once. Core drops its
 * refund, and who asked for it was told; but where an order is cancelled core
 * only logs the refusal and books the money as returned. That is taken out
 * again, and a person is told now.
 */
export async function undoDropped(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const { id, payment_id, refund_id, amount } = row
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const books = payment_id ? await readBooks(payment_id, container) : null
  const booked =
    books && payment_id
      ? refundTransactions(
          { payment_id, refund_id: refund_id ?? "", amount },
          books
        )
      : []
  // With a reason, a run that was killed had begun to take it out.
  if (!books || (booked.length === 0 && !row.held_reason)) {
    await ledger.refunds.undone(id, new Date(ledger.now()))
    return
  }
  // Written first: whoever is killed from here on leaves the row to be found.
  const held_reason = notReturned(row)
  await ledger.refunds.explained(id, held_reason)
  if (booked.length > 0) {
    await container
      .resolve(Modules.ORDER)
      .deleteOrderTransactions(booked.map((transaction) => transaction.id))
  }
  await correctTotals(books.id, container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(logLine(held_reason, refundReferences(row)))
  await ledger.emit(InstalmentsEvents.REFUND_FAILED, {
    id,
    reason: held_reason,
  })
  await ledger.refunds.undone(id, new Date(ledger.now()))
}
