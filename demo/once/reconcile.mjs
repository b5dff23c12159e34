import { runJob } from "../store/run-job.mjs"
import { demandSame, say } from "./check.mjs"
import { storeFor } from "./shopper.mjs"

/** Runs the reconcile job; what was settled must be as it was. */
export function reconcile(shop, database, session, orderId) {
  return say("Reconcile", async () => {
    await runJob("reconcile", database)
    const path = `/instalments/payment-sessions/${session.id}`
    const { payment } = await storeFor(shop)("GET", path)
    demandSame("The payment's status", "paid", payment.status)
    demandSame("The order", orderId, payment.order_id)
    return { told: "ran, nothing changed" }
  })
}
