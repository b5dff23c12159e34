import { TABLES } from "../../../src/modules/instalments/ledger/rows"
import type { Store } from "../../harness/with-store"
import { sandboxCheckout } from "./sandbox-checkout"

const HOUR = 3_600_000
const ROWS_A_STATEMENT = 1_000

/**
 * Opens `count` checkouts, spread over an hour that ended an hour ago, in the
 * ledger and at the service. Every `paidEach`th is paid there, and the ledger
 * does not know it.
 */
export async function openUnseen(
  { ledger, sandbox }: Store,
  { count, paidEach }: { count: number; paidEach: number }
): Promise<void> {
  const now = sandbox.now()
  const rows = Array.from({ length: count }, (_, index) => {
    const opened = now - 2 * HOUR + Math.floor((index * HOUR) / count)
    const isPaid = index % paidEach === 0
    const checkout = sandboxCheckout({ opened, isPaid })
    sandbox.checkouts.set(checkout.id, checkout)
    const reference = String(checkout.client_reference_id)
    return {
      id: reference,
      checkout_id: checkout.id,
      status: "received",
      amount: checkout.amount,
      currency: checkout.currency,
      payment_collection_id: `pay_col_${index}`,
      payment_session_id: `payses_${index}`,
      cart_id: `cart_${index}`,
      fingerprint: reference,
      opened_at: new Date(opened),
      next_check_at: new Date(opened + HOUR),
    }
  })
  await ledger["db"].batchInsert(TABLES.checkout, rows, ROWS_A_STATEMENT)
  await ledger["db"].raw(`analyze ${TABLES.checkout}`)
}
