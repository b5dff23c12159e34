import { addresses } from "../settings.mjs"
import * as buying from "../shopper/buying.cjs"
import { ask } from "../shopper/request.cjs"
import { demandSame, say } from "./check.mjs"

/**
 * Pays on the sandbox by its control interface; the sandbox answers after the
 * first delivery of its callback, so that this covers the way back too.
 */
export function pay({ data: { reference } }) {
  return say("Payment in 3 instalments", async () => {
    await demandControl()
    const paid = await buying.pay(addresses.sandbox, reference)
    const { status } = paid.checkout.attributes ?? paid.checkout
    demandSame("The checkout's status", "successful", status)
    const told = `successful, the shopper goes to ${paid.redirect_url}`
    return { result: paid, told }
  })
}

async function demandControl() {
  const state = `${addresses.sandbox}/sandbox/state`
  const { status } = await ask("GET", state).catch(() => ({ status: 0 }))
  if (status !== 200) {
    throw new Error(
      `${addresses.sandbox} (INSTALMENTS_BASE_URL) has no control interface ` +
        "of the sandbox, so that nobody can be made to pay there. Pay by hand " +
        "on the demo without --once, or leave INSTALMENTS_BASE_URL out."
    )
  }
}
