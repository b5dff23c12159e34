import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { messageOf } from "../../../modules/instalments/message-of"
import { booksOf } from "../../../modules/instalments/refunds/booking"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import {
  logLine,
  refundReferences,
} from "../../../modules/instalments/telemetry/references"
import { PROVIDER_ID } from "../../../modules/instalments/name"
import { orderOfPayment, readBooks } from "./read-books"
import { recordUnasked } from "./record-unasked"
import { dropUnbooked, releaseRefunds, turnOf } from "./release"
import { restoreBooks } from "./restore"

const A_RUN = 50
const PAUSE_MS = 60_000
const WAIT_MS = 2_000
/** Longer than a store is away without anybody looking at its orders. */
const BACK_MS = 30 * 24 * 60 * 60_000
const CANCELLED = 1_000

/**
 * Sees to the books that are due: releases what Medusa holds whole and whose
 * event was lost, takes out what ended in vain. What cannot be done now comes
 * after all others that are due, and its row says why.
 */
export async function seeToBooks(container: MedusaContainer): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
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
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        [isBusy ? "debug" : "error"](
          logLine(
            `Medusa's books for refund request ${row.id} are not right yet: ${why} It is tried again.`,
            refundReferences(row)
          )
        )
    }
  }
}

async function seeTo(row: RefundRequestRow, container: MedusaContainer) {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
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

/**
 * Sees to orders that were cancelled of late and hold a refund that no refund
 * request is booked by: whoever cancelled one may have been killed. See
 * `recordUnasked`.
 */
export async function seeToCancelled(
  container: MedusaContainer
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const transactions = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions(
      {
        reference: "refund",
        reference_id: { $like: "pay\\_%" },
        // The database's clock wrote them, so the process's clock compares.
        created_at: { $gte: new Date(Date.now() - BACK_MS).toISOString() },
      },
      { take: CANCELLED, order: { created_at: "DESC" } }
    )
  if (transactions.length === 0) {
    return
  }
  const payment_id = transactions.map(({ reference_id }) => reference_id)
  const payments = await container
    .resolve(Modules.PAYMENT)
    .listPayments(
      { id: payment_id },
      { take: CANCELLED, select: ["id", "provider_id"] }
    )
  const rows = await ledger.listRefundRequests({ payment_id }, { take: null })
  const claimed = rows.map((row) => booksOf(row).booked?.transaction_id)
  const orders = transactions
    .filter(({ reference_id }) =>
      payments.some(
        ({ id, provider_id }) =>
          id === reference_id && provider_id === PROVIDER_ID
      )
    )
    .filter(({ id }) => !claimed.includes(id))
    .map(({ order_id }) => order_id)
  for (const orderId of new Set(orders)) {
    try {
      await ledger.leases.run(
        turnOf(orderId),
        async () =>
          recordUnasked(await readBooks(orderId, container), container),
        { waitMs: WAIT_MS }
      )
    } catch (error) {
      // One that fails never stops the others.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `The refunds of cancelled order ${orderId} were not looked at: ${messageOf(error)} It is tried again.`
        )
    }
  }
}
