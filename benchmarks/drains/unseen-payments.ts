import { randomUUID } from "node:crypto"
import { TABLES } from "../../src/modules/instalments/ledger/rows"
import type { BenchStore } from "../store/boot"

const HOUR = 3_600_000
const ROWS_A_STATEMENT = 1_000

/**
 * Opens `count` checkouts, spread over an hour that ended an hour ago, in the
 * ledger and at the service. Every `paidEach`th is paid there, unseen here.
 */
export async function openUnseen(
  { ledger, sandbox }: BenchStore,
  { count, paidEach }: { count: number; paidEach: number }
): Promise<void> {
  const now = sandbox.now()
  const rows = Array.from({ length: count }, (_, index) => {
    const opened = now - 2 * HOUR + Math.floor((index * HOUR) / count)
    const id = randomUUID()
    const reference = `inst_${id.replaceAll("-", "")}`
    const created_at = new Date(opened).toISOString()
    const isPaid = index % paidEach === 0
    sandbox.checkouts.set(id, {
      id,
      client_reference_id: reference,
      amount: 50_000,
      currency: "ZAR",
      status: isPaid ? "successful" : "received",
      created_at,
      landed_at: null,
      expires_at: null,
      paid_at: isPaid ? created_at : null,
      cancelled_at: null,
      number_of_payments: isPaid ? 3 : null,
      redirect_url: null,
      declines: [],
      page: {
        step: "mobile",
        mobile_number: null,
        number_of_payments: null,
        card_last4: null,
        wrong_codes: 0,
      },
      request: {},
    })
    return {
      id: reference,
      checkout_id: id,
      status: "received",
      amount: 50_000,
      currency: "ZAR",
      payment_collection_id: `pay_col_${index}`,
      payment_session_id: `payses_${index}`,
      cart_id: `cart_${index}`,
      fingerprint: reference,
      opened_at: new Date(opened),
      look_after: new Date(opened + HOUR),
    }
  })
  await ledger.db.batchInsert(TABLES.checkout, rows, ROWS_A_STATEMENT)
  await ledger.db.raw(`analyze ${TABLES.checkout}`)
}
