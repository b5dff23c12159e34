import { randomUUID } from "node:crypto"
import { TABLES } from "../../../src/modules/instalments/ledger/rows"
import type { Store } from "../../harness/with-store"
import { sandboxCheckout } from "./sandbox-checkout"

const DAY = 24 * 3_600_000
const ROWS_A_STATEMENT = 1_000

/** Schedules `count` refunds that are all due now, of payments of three days ago. */
export async function scheduleRefunds(
  { ledger, sandbox }: Store,
  count: number
): Promise<void> {
  const now = sandbox.now()
  const paid = new Date(now - 3 * DAY)
  const pairs = Array.from({ length: count }, (_, index) => {
    const checkout = sandboxCheckout({ opened: paid.getTime(), isPaid: true })
    sandbox.checkouts.set(checkout.id, checkout)
    const reference = String(checkout.client_reference_id)
    return {
      checkout: {
        id: reference,
        checkout_id: checkout.id,
        status: "successful",
        outcome: "placed",
        outcome_at: paid,
        amount: checkout.amount,
        currency: checkout.currency,
        payment_collection_id: `pay_col_${index}`,
        payment_session_id: `payses_${index}`,
        cart_id: `cart_${index}`,
        order_id: `order_${index}`,
        fingerprint: reference,
        opened_at: paid,
        paid_at: paid,
        paid_not_before: paid,
      },
      refund: {
        id: `instref_${randomUUID().replaceAll("-", "")}`,
        reference,
        checkout_id: checkout.id,
        amount: 100,
        currency: checkout.currency,
        status: "scheduled",
        reason: "unplaced",
        filed_at: paid,
        send_after: new Date(now),
        booked_at: paid,
      },
    }
  })
  const db = ledger["db"]
  await db.batchInsert(
    TABLES.checkout,
    pairs.map(({ checkout }) => checkout),
    ROWS_A_STATEMENT
  )
  await db.batchInsert(
    TABLES.refundRequest,
    pairs.map(({ refund }) => refund),
    ROWS_A_STATEMENT
  )
}
