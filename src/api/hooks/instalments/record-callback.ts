import { createHash } from "node:crypto"
import type { parseCallback } from "../../../modules/instalments/callback/parse-callback"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"

/**
 * Writes a verified callback and what it says into the ledger. Both writes can
 * be repeated: a crash between them leaves the callback unacknowledged, and the
 * service's next delivery does them again.
 *
 * Answers the checkout that is to be settled now, or null when there is
 * nothing to settle: cancelled, unknown reference, not understood.
 */
export async function recordCallback(
  ledger: InstalmentsModuleService,
  rawBody: Buffer,
  parsed: ReturnType<typeof parseCallback>
) {
  const reference = parsed.understood
    ? parsed.callback.client_reference_id
    : (parsed.client_reference_id ?? null)
  const [checkout] = reference
    ? await ledger.listCheckouts({ id: reference })
    : []
  const held_reason = !parsed.understood
    ? parsed.reason
    : !checkout
      ? `No checkout of this store has the reference ${reference}`
      : null

  await keep(ledger, {
    digest: createHash("sha256").update(rawBody).digest("hex"),
    reference,
    status: parsed.understood ? parsed.callback.status : null,
    number_of_payments: parsed.understood
      ? (parsed.callback.number_of_payments ?? null)
      : null,
    body: held_reason ? rawBody.toString("utf8") : null,
    held_reason,
  })
  if (!parsed.understood || !checkout) {
    return null
  }
  return learn(ledger, checkout, parsed.callback)
}

async function keep(
  ledger: InstalmentsModuleService,
  callback: {
    digest: string
    reference: string | null
    status: string | null
    number_of_payments: number | null
    body: string | null
    held_reason: string | null
  }
) {
  const find = () => ledger.listCallbacks({ digest: callback.digest })
  const [known] = await find()
  if (known) {
    const deliveries = known.deliveries + 1
    await ledger.updateCallbacks({ id: known.id, deliveries })
    return
  }
  try {
    await ledger.createCallbacks(callback)
  } catch (error) {
    // The same delivery at the same moment: the unique digest let one in.
    if ((await find()).length === 0) {
      throw error
    }
  }
}

async function learn(
  ledger: InstalmentsModuleService,
  checkout: { id: string; status: string | null },
  callback: { status: string; number_of_payments?: number }
) {
  if (callback.status !== "successful") {
    // A cancellation that arrives after the money changes nothing.
    if (checkout.status !== "successful") {
      await ledger.updateCheckouts({ id: checkout.id, status: callback.status })
    }
    return null
  }
  if (checkout.status === "successful") {
    return ledger.retrieveCheckout(checkout.id)
  }
  return ledger.updateCheckouts({
    id: checkout.id,
    status: "successful",
    number_of_payments: callback.number_of_payments ?? null,
    paid_at: new Date(ledger.now()),
  })
}
