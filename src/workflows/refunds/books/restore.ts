import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  booksOf,
  InstalmentsEvents,
  isCancelled,
  isMadeAtService,
  isOver,
  moneyInWords,
  paidAmount,
  refused,
  whyItEnded,
} from "../../../modules/instalments/rules"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../../modules/instalments/types"
import { log } from "../../../modules/instalments/log"
import { removeAbandonedCredit } from "../../medusa-repairs/abandoned-credit"
import { findBooked } from "./find-booked"
import {
  openChange,
  orderOfPayment,
  paymentsOf,
  readBooks,
  refundsOf,
} from "./read-books"
import { takeOut } from "./book"

/** Whatever core still writes of a refund that it was stopped in comes sooner. */
const LATE_MS = 10 * 60_000

/**
 * Takes a refund request that ended without returning money out of Medusa's
 * books, by the ids of what was booked for it, and tells the store. One that
 * Medusa dropped itself, being told of the refusal, may still be booked by the
 * order's cancellation. The caller holds the order's lease.
 *
 * @throws MedusaError (not allowed) while the order has a change that is not
 * finished: the refund request says so, and it is tried again.
 */
export async function restoreBooks(
  { id }: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const row = await ledger.retrieveRefundRequest(id)
  const kept = booksOf(row).booked
  const isOfMedusa = row.refund_id || kept?.transaction_id
  if (!isOver(row.status)) {
    return
  }
  if (!row.payment_id || !isOfMedusa) {
    const nothing = { books_after: null, books_error: null }
    await ledger.refunds.noted(row, nothing)
    return
  }
  const orderId = await orderOfPayment(row.payment_id, container)
  const books = orderId ? await readBooks(orderId, container) : null
  const wasCancelled = books !== null && isCancelled(books)
  let wasBooked = false
  if (books) {
    const booked = kept?.transaction_id
      ? kept
      : findBooked(row, books, await refundsOf(books, ledger)).booked
    // Core takes a refund for made as long as its row is there.
    wasBooked =
      booked.transaction_id !== null ||
      paymentsOf(books).some(({ refunds }) =>
        refunds.some((refund) => refund.id === row.refund_id)
      )
    if (row.booked_at === null) {
      await removeAbandonedCredit(books.id, container)
    }
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const change = booked.credit && (await openChange(books.id, query))
    if (change) {
      throw refused(
        `Medusa's books still hold refund request ${id}, which did not happen: order ${books.id} has a change that is not finished (${change}). Confirm or cancel it; the books are put right after that.`
      )
    }
    // Written first: whoever is killed from here on takes out the same.
    await ledger.refunds.noted(row, { booked })
    await takeOut(row.refund_id, booked, container)
  }
  // The money of a refund that could not be booked did go back: it is listed again.
  const isBack = isMadeAtService(row) && row.status === "refused"
  // What was dropped at once was seen by who asked, unless core booked it.
  // Booked after it was seen to, it was not told then; nor was that the order is
  // cancelled, if core was still cancelling it.
  const isCancelledSince =
    wasCancelled && row.held_reason === null && row.superseded_by === null
  const wasTold =
    row.undone_at !== null &&
    (row.dropped_at === null
      ? !(isCancelledSince && wasBooked)
      : row.held_reason !== null)
  if (!isBack && !wasTold && (row.dropped_at === null || wasBooked)) {
    const isOwed = wasCancelled && (await isAnyLeft(row, ledger))
    await tell(row, isOwed ? notReturned(row) : null, container)
  }
  const now = ledger.now()
  const late = (row.finished_at?.getTime() ?? 0) + LATE_MS
  const again = row.sent_at === null && row.booked_at === null && now < late
  const next = again ? new Date(late) : null
  await ledger.refunds.undone(row, new Date(now), next)
}

/**
 * Whether anything of its payment is neither refunded nor on its way: a refund that
 * had failed may be complete after all, and then nothing is owed for its second one.
 */
async function isAnyLeft(
  { reference }: RefundRequestRow,
  ledger: InstalmentsModuleService
): Promise<boolean> {
  const checkout = await ledger.retrieveCheckout(reference)
  return (await ledger.returns.onItsWay(reference)) < paidAmount(checkout)
}

async function tell(
  row: RefundRequestRow,
  held_reason: string | null,
  container: MedusaContainer
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.refunds.noted(row, { held_reason })
  if (row.status === "withdrawn") {
    return
  }
  if (held_reason) {
    log(container).error(held_reason, row)
  }
  // Told before it counts as undone: rather twice than never.
  const reason = held_reason ?? row.last_error
  const told = { id: row.id, reason }
  await ledger.events.emit(InstalmentsEvents.REFUND_FAILED, told)
}

/** What a person is told of a cancelled order whose money did not go back. */
function notReturned(row: RefundRequestRow): string {
  const money = moneyInWords(row.amount, row.currency)
  if (row.status === "withdrawn") {
    // Core refunds no cancelled order, so it is asked for again from here only.
    return `The order was cancelled, and the merchant has withdrawn its refund of ${money}: that does not go back to the shopper. Return the money again from this refund request if it is owed.`
  }
  const whatToDo = row.remainder_refused_at
    ? `The service may have refunded some of checkout ${row.checkout_id} by itself: ask its support. What it has refunded, book under “Refunded at the service, not known here”, where it stands within the hour. Only what it has not, return again under Needs attention.`
    : "That did not go back to the shopper. Return the money again under Needs attention once that is possible, or in another way."
  return `The order was cancelled, but ${money} of it could not be refunded: ${whyItEnded(row)}. ${whatToDo}`
}
