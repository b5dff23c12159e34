import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/types"
import { log, messageOf } from "../../../modules/instalments/log"
import { announce, recountReturn } from "../announce"
import { findBooked } from "./find-booked"
import { readBooks, refundsOf, type Books } from "./read-books"
import { withLeaseOfPayment } from "../../order-lease"
import { takeOutUnasked } from "../../medusa-repairs/unasked-refunds"
import { restoreBooks } from "./restore"

const A_RUN = 50
const PAUSE_MS = 60_000
const LEASE_WAIT_MS = 2_000
const UNBOOKED =
  "Medusa has not booked this refund: it was cut short, or failed after it was asked for. Nothing was returned; ask for it again."
const MADE_UNBOOKED =
  "Medusa has not booked this refund, which the service has made; book it again."

/**
 * Releases an order's refund requests whose books Medusa holds whole, and answers
 * them: they are sent when they are due, or followed if the service has made them.
 * One that is not whole although Medusa has `ended` with it was never sent, and is
 * taken out of the books. The caller holds the order's lease.
 */
export async function releaseRefunds(
  container: MedusaContainer,
  orderId: string,
  ended: (row: RefundRequestRow) => boolean
): Promise<RefundRequestRow[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  let books = await readBooks(orderId, container)
  if (await takeOutUnasked(books, container)) {
    books = await readBooks(orderId, container)
  }
  let rows = await refundsOf(books, ledger)
  for (const row of rows.filter(({ status }) => status === "refused")) {
    // Core books the refund of a cancelled order whatever it was answered.
    if (row.dropped_at !== null && row.undone_at === null && ended(row)) {
      await restoreBooks(row, container)
    }
  }
  const released: RefundRequestRow[] = []
  for (const row of rows.filter(({ status }) => status === "filed")) {
    const { booked, whole } = findBooked(row, books, rows)
    const withRow = (it: RefundRequestRow) =>
      rows.map((one) => (one.id === it.id ? it : one))
    const known = withRow({ ...row, booked })
    if (!whole && ended(row)) {
      await dropUnbooked(row, container)
    }
    if (whole && (ended(row) || !isContested(row, books, { rows, known }))) {
      const now = new Date(ledger.now())
      const after = await ledger.refunds.released(row, { booked, now })
      await announce(container, row, after)
      released.push(...(after ? [after] : []))
      rows = withRow(after ?? row)
    }
  }
  return released
}

/**
 * Whether what is booked for a refund may as well be another one's of the same
 * amount (`known` are the `rows` if it is this one's), as core makes refunds at once:
 * one of them is booked whole, or fails, within the time that they have.
 */
function isContested(
  { id }: RefundRequestRow,
  books: Books,
  { rows, known }: Record<"rows" | "known", RefundRequestRow[]>
): boolean {
  return rows.some(
    (other) =>
      other.id !== id &&
      other.status === "filed" &&
      findBooked(other, books, rows).whole &&
      !findBooked(other, books, known).whole
  )
}

/** Ends a refund request that Medusa has not booked whole: it is never sent. */
export async function dropUnbooked(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const why = row.refund_request_id ? MADE_UNBOOKED : UNBOOKED
  const now = new Date(ledger.now())
  const after = await ledger.refunds.unbooked(row, { now, why })
  if (after) {
    await restoreBooks(after, container)
  }
}

/**
 * Sees to the books that are due: releases what Medusa holds whole and whose
 * event was lost, takes out what ended in vain, and counts it no longer as returned.
 * What cannot be done now comes after all others that are due, and its row says why.
 */
export async function seeToBooks(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const due = await ledger.listRefundRequests(
    { books_after: { $lte: new Date(ledger.now()) } },
    { take: A_RUN, order: { books_after: "ASC" } }
  )
  for (const row of due) {
    await seeToBooksOf(row, container)
  }
}

/** The same for one refund request, which was not sent, whether or not the job has run. */
export async function seeToBooksOf(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const { refunds, now } = container.resolve(INSTALMENTS_MODULE)
  try {
    await seeTo(row, container)
  } catch (error) {
    const isBusy = (error as MedusaError).type === MedusaError.Types.CONFLICT
    const why = isBusy
      ? "The order is being changed at the moment."
      : messageOf(error)
    await refunds.noted(row, {
      books_after: new Date(now() + PAUSE_MS),
      books_error: why,
    })
    log(container)[isBusy ? "debug" : "error"](
      `Medusa's books for refund request ${row.id} are not right yet: ${why} It is tried again.`,
      row
    )
  }
}

function seeTo(row: RefundRequestRow, container: MedusaContainer) {
  return withLeaseOfPayment(row, container, LEASE_WAIT_MS, async (orderId) => {
    if (row.status !== "filed") {
      // Who was killed after it has ended has not done this.
      await recountReturn(container, row)
      await restoreBooks(row, container)
    } else if (orderId) {
      await releaseRefunds(container, orderId, ({ id }) => id === row.id)
    } else {
      await dropUnbooked(row, container)
    }
  })
}
