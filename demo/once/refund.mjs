import { waitFor } from "../processes/wait-for.mjs"
import { addresses } from "../settings.mjs"
import { ask, request } from "../shopper/request.cjs"
import { demandSame, rand, say } from "./check.mjs"

const AMOUNT = 100.5

/**
 * Returns a part of the payment and finds it in the ledger. On an integration
 * with automatic approval it waits there for the next day, which is right.
 */
export async function refundPart(headers, payment) {
  const list = `${addresses.backend}/admin/instalments/refund-requests`
  const { status } = await ask("GET", list, { headers })
  // To be deleted with the first version that has refunds.
  if (status === 404) {
    console.log("  - Refund: not part of this version")
    return
  }
  await say("Refund", async () => {
    await request(
      "POST",
      `${addresses.backend}/admin/payments/${payment.id}/refund`,
      { headers, body: { amount: AMOUNT } }
    )
    const rows = await waitFor(
      "The refund in Medusa's books",
      async () => {
        const { refund_requests } = await request("GET", list, { headers })
        return refund_requests.filter((row) => row.payment_id === payment.id)
      },
      (found) => found.every((row) => row.status !== "filed")
    )
    demandSame("The number of refund requests", 1, rows.length)
    const [row] = rows
    demandSame("The refund request's cents", AMOUNT * 100, Number(row.amount))
    const when = row.send_after ? `, to be sent after ${row.send_after}` : ""
    return { told: `${rand(AMOUNT)} ${row.status}${when}` }
  })
}
