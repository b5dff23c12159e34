import { isWebUrl } from "../api/schemas"
import type { Parts } from "../parts"
import { sign } from "../signing"
import type { SandboxCheckout } from "../state"
import type { Parcel } from "./courier"

/**
 * Tells the merchant that a checkout has ended, as the settings say, and
 * answers the `redirect_url` of the first delivery (null when there is none, or
 * when nothing waited for it).
 */
export async function notify(
  parts: Parts,
  checkout: SandboxCheckout
): Promise<string | null> {
  const { mode, count, delayMs } = parts.state.settings.callbacks
  const truth = parcel(parts, checkout, callbackBody(checkout, checkout.status))
  if (!truth || mode === "never") {
    return null
  }
  if (mode === "late") {
    parts.courier.accept(truth, parts.clock.now() + delayMs)
    return null
  }
  if (mode === "bad_signature") {
    return deliver(parts, { ...truth, signature: forged(truth.signature) })
  }
  if (mode === "duplicate") {
    const copies = Array.from({ length: Math.max(1, count) }, () => truth)
    const all = await Promise.all(copies.map((one) => deliver(parts, one)))
    return all.find((url) => url !== null) ?? null
  }
  const redirect = await deliver(parts, truth)
  if (mode === "out_of_order") {
    const other = checkout.status === "cancelled" ? "successful" : "cancelled"
    const stale = parcel(parts, checkout, callbackBody(checkout, other))
    await deliver(parts, stale ?? truth)
  }
  return redirect
}

/** A callback ready to be sent; undefined when there is no `notify_url`. */
export function parcel(
  parts: Parts,
  checkout: SandboxCheckout,
  body: unknown,
  signature?: string
): Parcel | undefined {
  const url = checkout.request.notify_url
  if (typeof url !== "string") {
    return undefined
  }
  const { format, signature: scheme } = parts.state.settings.callbacks
  const indent = format === "pretty" ? 2 : undefined
  const text =
    typeof body === "string" ? body : JSON.stringify(body, null, indent)
  const key = scheme.key ?? parts.state.keys.signingSecret[0]!
  return {
    checkout_id: checkout.id,
    url,
    body: text,
    signature: signature ?? sign(text, { ...scheme, key }),
  }
}

async function deliver(parts: Parts, what: Parcel): Promise<string | null> {
  const delivery = parts.courier.accept(what, parts.clock.now())
  const { response } = await parts.courier.attempt(delivery)
  const heard = response && response.status >= 200 && response.status < 300
  return heard ? redirectFrom(response.body) : null
}

/** A signature in the right form that matches nothing. */
function forged(signature: string): string {
  const first = signature.startsWith("a") ? "b" : "a"
  return first + signature.slice(1)
}

/**
 * What a callback says; the specification names the first three fields.
 * `number_of_payments` is left out when the shopper never chose a term. `amount` is integer cents.
 */
export function callbackBody(
  checkout: SandboxCheckout,
  status: string,
  numberOfPayments: number | null = checkout.number_of_payments
) {
  return {
    client_reference_id: checkout.client_reference_id,
    status,
    ...(numberOfPayments !== null && { number_of_payments: numberOfPayments }),
    checkout_id: checkout.id,
    amount: checkout.amount,
    currency: checkout.currency,
  }
}

/**
 * The `redirect_url` of a merchant's answer to a callback; null when there is
 * none or it is no web address, which the specification says to ignore.
 */
function redirectFrom(body: string): string | null {
  try {
    const answer = JSON.parse(body) as { redirect_url?: unknown } | null
    const url = answer?.redirect_url
    return typeof url === "string" && isWebUrl(url) ? url : null
  } catch {
    return null
  }
}
