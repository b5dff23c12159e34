import { notify } from "./callbacks/notify"
import type { Parts } from "./parts"
import { Refusal } from "./input"
import type { Band } from "./settings"
import type { SandboxCheckout } from "./state"

/** How long a payment session lasts after the page was first opened. */
const SESSION_MS = 30 * 60_000

/** Where a payment ended, and where the shopper's browser goes now. */
export type Ending = {
  checkout: SandboxCheckout
  redirect_url: string | null
}

/** How a payment is made without the page. */
export type PayInput = {
  /** Left out: the shortest term. */
  numberOfPayments?: number
  /** Also when the checkout has ended already, to simulate odd orders. */
  force?: boolean
}

/** Pays a checkout; answers after the first delivery of the callback. */
export async function pay(
  parts: Parts,
  checkout: SandboxCheckout,
  input: PayInput = {}
): Promise<Ending> {
  refuseEnded(checkout, input.force)
  checkout.status = "successful"
  checkout.paid_at = parts.clock.iso()
  checkout.number_of_payments =
    input.numberOfPayments ??
    termsFor(parts.state.settings.rules, checkout.amount)[0] ??
    null
  return end(parts, checkout, checkout.request.success_url)
}

/** Cancels a checkout as the shopper would; answers after the callback. */
export async function cancel(
  parts: Parts,
  checkout: SandboxCheckout,
  input: { force?: boolean } = {}
): Promise<Ending> {
  refuseEnded(checkout, input.force)
  checkout.status = "cancelled"
  checkout.cancelled_at = parts.clock.iso()
  return end(parts, checkout, checkout.request.cancel_url)
}

/** Notes a declined card: the checkout stays open, nobody is notified. */
export function decline(
  parts: Parts,
  checkout: SandboxCheckout,
  reason = "The bank declined this card."
): Ending {
  refuseEnded(checkout)
  checkout.declines.push({ at: parts.clock.iso(), reason })
  parts.changed()
  return { checkout, redirect_url: null }
}

async function end(
  parts: Parts,
  checkout: SandboxCheckout,
  configured: unknown
): Promise<Ending> {
  parts.changed()
  const told = await notify(parts, checkout)
  const redirect = told ?? (typeof configured === "string" ? configured : null)
  checkout.redirect_url = redirect
  parts.changed()
  return { checkout, redirect_url: redirect }
}

function refuseEnded(checkout: SandboxCheckout, force = false): void {
  if (checkout.status !== "received" && !force) {
    throw new Refusal(409, `The checkout is ${checkout.status}.`)
  }
}

/** Starts the session when the shopper lands; later visits change nothing. */
export function land(parts: Parts, checkout: SandboxCheckout): void {
  if (checkout.landed_at === null) {
    checkout.landed_at = parts.clock.iso()
    const end = Date.parse(checkout.landed_at) + SESSION_MS
    checkout.expires_at = new Date(end).toISOString()
    parts.changed()
  }
}

/**
 * Whether the session is over. The checkout stays `received`, as the
 * specification has it: only the page knows.
 */
export function hasExpired(parts: Parts, checkout: SandboxCheckout): boolean {
  const { expires_at } = checkout
  return expires_at !== null && parts.clock.now() >= Date.parse(expires_at)
}

/** The terms that the config offers for an amount (cents), shortest first. */
export function termsFor(rules: Band[], amount: number): number[] {
  const terms = rules
    .filter((band) => band.from_amount <= amount && amount <= band.to_amount)
    .flatMap((band) => band.terms)
  return [...new Set(terms)].sort((a, b) => a - b)
}

/**
 * Splits an amount (cents) into monthly payments that add up to it: no two
 * differ by more than a cent, and the cents that do not divide are on the first
 * ones. The API specification names no rule; this one is stated in
 * docs/storefronts.md, and a shop shows its figures as "about".
 */
export function splitAmount(amount: number, payments: number): number[] {
  const share = Math.floor(amount / payments)
  const odd = amount - share * payments
  return Array.from({ length: payments }, (_, i) => share + (i < odd ? 1 : 0))
}
