import { notify } from "../callbacks/notify"
import { Refusal } from "../http/exchange"
import type { Parts } from "../parts"
import type { SandboxCheckout } from "../state/records"
import { termsFor } from "./terms"

/** Where a payment ended, and where the shopper's browser goes now. */
export type Ending = {
  checkout: SandboxCheckout
  redirect_url: string | null
}

/** How a payment is made without the page. */
export type PayInput = {
  /** Left out: what the shopper chose, else the shortest term. */
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
    checkout.page.number_of_payments ??
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
  checkout.number_of_payments = checkout.page.number_of_payments
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
