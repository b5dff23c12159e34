/*
 * Medusa 2.21.2. Core writes the row of a refund before it asks the provider, and does not take it
 * out when the process is killed in between. Its next refund books a transaction for
 * that row too, and its cancellation of the order takes the money for refunded.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer, RefundDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  askedForBy,
  moneyInWords,
  PROVIDER_ID,
  toCents,
} from "../../modules/instalments/rules"
import { log, messageOf } from "../../modules/instalments/log"
import { withLeaseOfPayment } from "../order-lease"
import { takeOut } from "../refunds/books/book"
import { paymentsOf, readBooks, type Books } from "../refunds/books/read-books"

const MINUTE = 60_000
/** Core asks the provider right after it wrote its row. */
const RECORDED_AFTER_MS = 2 * MINUTE
/** Longer than a store is down without anybody checking its orders. */
const BACK_MS = 30 * 24 * 60 * MINUTE
const A_RUN = 1_000
const LEASE_WAIT_MS = 2_000
const UNASKED =
  "A process of Medusa stopped before it asked for this refund, and the order was cancelled as if it were made."

/**
 * Removes refunds that the ledger does not know from Medusa's books. Nothing
 * was sent to the service, and nobody was told that it was refunded, so the
 * merchant may ask again. Sending it now could refund twice. Of an order that is
 * cancelled since, a refused refund request is written: it removes the refund too,
 * and alerts the merchant, who takes the money for refunded.
 */
export async function dropUnrecorded(
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  // The database's clock wrote them, so the process's clock compares.
  const now = Date.now()
  const refunds = await container.resolve(Modules.PAYMENT).listRefunds(
    {
      created_at: {
        $gte: new Date(now - BACK_MS).toISOString(),
        $lt: new Date(now - RECORDED_AFTER_MS).toISOString(),
      },
    },
    { relations: ["payment"], take: A_RUN, order: { created_at: "DESC" } }
  )
  const ours = refunds.filter(
    ({ payment }) => payment?.provider_id === PROVIDER_ID
  )
  if (ours.length === 0) {
    return
  }
  const known = await ledger.listRefundRequests(
    { refund_id: ours.map(({ id }) => id) },
    { take: ours.length, select: ["refund_id"] }
  )
  const recorded = new Set(known.map(({ refund_id }) => refund_id))
  for (const refund of ours.filter(({ id }) => !recorded.has(id))) {
    await drop(refund, container)
  }
}

async function drop(refund: RefundDTO, container: MedusaContainer) {
  const { id, amount, payment, note } = refund
  const logger = log(container)
  if (!payment) {
    return
  }
  const { refund_request_id: isMade, replaces } = askedForBy(note)
  const cents = toCents(amount, payment.currency_code)
  const references = {
    reference: String(payment.data?.reference ?? ""),
    payment_id: payment.id,
    refund_id: id,
  }
  try {
    // Core makes no credit line for it; a transaction only with the next refund.
    const unbooked = { transaction_id: null, credit: null }
    const of = { payment_id: payment.id, reference: payment.id }
    const isToldOf = await withLeaseOfPayment(
      of,
      container,
      LEASE_WAIT_MS,
      async (order_id) => {
        const books = order_id ? await readBooks(order_id, container) : null
        // Returned from an alert, which is still there, it was asked for after that.
        const isTold = isMade || replaces
        if (
          books?.canceled_at &&
          !isTold &&
          (await recordCancelled(refund, { books, ...references }, container))
        ) {
          return true
        }
        await takeOut(
          id,
          order_id ? { order_id, ...unbooked } : null,
          container
        )
        return false
      }
    )
    if (isToldOf) {
      return
    }
    logger.warn(
      `Refund ${id} of payment ${payment.id} (${moneyInWords(cents, payment.currency_code)}) was begun by a process that stopped before it asked the service. Medusa's books are without it again; ${isMade ? "the service has made it, so book it once more." : "nothing was returned, so refund it once more if it is still wanted."}`,
      references
    )
  } catch (error) {
    // A failure of one never stops the others.
    logger.error(
      `Refund ${id} was never asked for and is still in Medusa's books: ${messageOf(error)}. It is tried again.`,
      references
    )
  }
}

/**
 * Its refused refund request is seen to by the next run: that takes the refund out
 * of the books, and tells the merchant that the cancelled order's money is here.
 * Answers whether there is one.
 */
async function recordCancelled(
  { id, amount }: RefundDTO,
  {
    books,
    reference,
    payment_id,
  }: { books: Books; reference: string; payment_id: string },
  container: MedusaContainer
): Promise<boolean> {
  const { filing } = container.resolve(INSTALMENTS_MODULE)
  const refunds = paymentsOf(books).flatMap((payment) => payment.refunds)
  return filing.recordRefusal(
    { reference, payment_id, refund_id: id, reason: "merchant" },
    UNASKED,
    {
      asked: amount,
      byId: new Map(refunds.map((one) => [one.id, one.amount])),
      booking: null,
    }
  )
}
