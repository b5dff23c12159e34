/*
 * Medusa 2.21.2. Core cancels an order, and books the refunds of its payments, also when its own
 * database fails before it has asked the provider for one of them.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { booksOf, PROVIDER_ID } from "../../modules/instalments/rules"
import { messageOf } from "../../modules/instalments/log"
import { orderLease } from "../order-lease"
import { findBooked } from "../refunds/books/find-booked"
import { restoreBooks } from "../refunds/books/restore"
import {
  paymentsOf,
  readBooks,
  refundsOf,
  type Books,
} from "../refunds/books/read-books"

const UNASKED =
  "Medusa failed before it asked for this refund, and cancelled the order all the same."
/** Core cancels an order within one request. */
const CANCEL_MS = 2 * 60_000
/** Longer than a store is down without anybody checking its orders. */
const BACK_MS = 30 * 24 * 60 * 60_000
const CANCELLED = 1_000
const LEASE_WAIT_MS = 2_000

/**
 * Takes a cancelled order's refund that core never asked the provider for out of
 * Medusa's books, by a refused refund request, and alerts the merchant. Core writes last
 * that an order is cancelled, so nothing of it is still to come. Answers whether there
 * was one. The caller holds the order's lease.
 */
export async function takeOutUnasked(
  books: Books,
  container: MedusaContainer
): Promise<boolean> {
  if (!books.canceled_at) {
    return false
  }
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const unclaimed = unclaimedOf(books, await refundsOf(books, ledger))
  if (unclaimed.length === 0) {
    return false
  }
  for (const { id: transaction_id, reference_id, amount } of unclaimed) {
    const payment = paymentsOf(books).find(
      ({ id, provider_id }) =>
        id === reference_id && provider_id === PROVIDER_ID
    )
    const reference = payment?.data?.reference
    if (payment && typeof reference === "string") {
      await ledger.filing.recordRefusal(
        { reference, payment_id: payment.id, reason: "merchant" },
        UNASKED,
        {
          asked: MathBN.abs(amount),
          byId: new Map(payment.refunds.map((one) => [one.id, one.amount])),
          booking: null,
          booked: { order_id: books.id, transaction_id, credit: null },
        }
      )
    }
  }
  const recorded = (await refundsOf(books, ledger)).filter((row) =>
    unclaimed.some(({ id }) => id === booksOf(row).booked?.transaction_id)
  )
  for (const row of recorded) {
    await restoreBooks(row, container)
  }
  return recorded.length > 0
}

/**
 * A cancellation's transactions, by payment, that belong to no refund request.
 */
function unclaimedOf(books: Books, rows: RefundRequestRow[]) {
  const paymentIds = paymentsOf(books).map(({ id }) => id)
  // One after the other, so that two of the same amount do not use the same
  // transaction.
  let known = rows
  for (const row of rows) {
    const booked = booksOf(row).booked ?? findBooked(row, books, known).booked
    known = known.map((one) => (one.id === row.id ? { ...one, booked } : one))
  }
  const claimed = known.map((row) => booksOf(row).booked?.transaction_id)
  const cancelledAt = books.canceled_at?.getTime() ?? NaN
  return books.transactions.filter(
    ({ id, reference, reference_id, created_at }) =>
      reference === "refund" &&
      paymentIds.some((paymentId) => paymentId === reference_id) &&
      // A transaction of another time was noted by hand, not by the
      // cancellation.
      Math.abs(created_at.getTime() - cancelledAt) < CANCEL_MS &&
      !claimed.includes(id)
  )
}

/**
 * Finds recently cancelled orders with a refund that belongs to no refund
 * request: the process that cancelled one may have been killed. See
 * `takeOutUnasked`.
 */
export async function seeToCancelled(
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
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
        orderLease(orderId),
        async () =>
          takeOutUnasked(await readBooks(orderId, container), container),
        { waitMs: LEASE_WAIT_MS }
      )
    } catch (error) {
      // A failure of one never stops the others.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `The refunds of cancelled order ${orderId} were not looked at: ${messageOf(error)} It is tried again.`
        )
    }
  }
}
