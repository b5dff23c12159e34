import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/types"
import { countRefundRequest } from "../../../modules/instalments/log"
import { announce } from "../announce"
import { findBooked } from "./find-booked"
import { readBooks, type Books } from "./read-books"
import { recordUnasked } from "../../medusa-repairs/unasked-refunds"
import { refundsOf, restoreBooks } from "./restore"

const UNBOOKED =
  "Medusa has not booked this refund: it was cut short, or failed after it was asked for. Nothing was returned; ask for it again."
const MADE_UNBOOKED =
  "Medusa has not booked this refund, which the service has made; book it again."

/**
 * Releases an order's refund requests whose books Medusa holds whole, to be sent
 * when they are due, and answers them; what the service has made is followed. One that is not whole although Medusa has
 * `ended` with it was never sent, and is taken out of the books. The caller has
 * the order's turn.
 */
export async function releaseRefunds(
  container: MedusaContainer,
  orderId: string,
  ended: (row: RefundRequestRow) => boolean
): Promise<RefundRequestRow[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const books = await readBooks(orderId, container)
  await recordUnasked(books, container)
  const released: RefundRequestRow[] = []
  for (const row of await refundsOf(books, ledger, "refused")) {
    // Core books the refund of a cancelled order whatever it was answered.
    if (row.dropped_at !== null && row.undone_at === null && ended(row)) {
      await restoreBooks(row, container)
    }
  }
  for (const { id } of await refundsOf(books, ledger, "filed")) {
    const rows = await refundsOf(books, ledger)
    const row = rows.find((one) => one.id === id)
    if (row?.status !== "filed") {
      continue
    }
    const others = rows.filter((other) => other.id !== id)
    const { booked, whole } = findBooked(row, books, others)
    if (
      whole &&
      !ended(row) &&
      isContested({ ...row, booked }, books, others)
    ) {
      continue
    }
    const now = new Date(ledger.now())
    if (whole) {
      const event = row.refund_request_id ? "matched" : "released"
      const after = await ledger.refunds[event](id, { booked, now })
      if (after) {
        countRefundRequest(row, after)
        await announce(container, row, after)
        released.push(after)
      }
    } else if (ended(row)) {
      await dropUnbooked(row, container)
    }
  }
  return released
}

/**
 * Whether a credit line may as well be another refund's of the same amount, as
 * core makes refunds at once: one of them is booked whole, or fails, within the
 * time that they have.
 */
function isContested(
  row: RefundRequestRow,
  books: Books,
  others: RefundRequestRow[]
): boolean {
  return others.some((other) => {
    const rest = others.filter(({ id }) => id !== other.id)
    return (
      other.status === "filed" &&
      findBooked(other, books, rest).whole &&
      !findBooked(other, books, [...rest, row]).whole
    )
  })
}

/** Ends a refund request that Medusa has not booked whole: it is never sent. */
export async function dropUnbooked(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const now = new Date(ledger.now())
  const after = row.refund_request_id
    ? await ledger.refunds.unmatched(row.id, { now, why: MADE_UNBOOKED })
    : await ledger.refunds.unbooked(row.id, { now, why: UNBOOKED })
  if (after) {
    countRefundRequest(row, after)
    await restoreBooks(after, container)
  }
}
