import type { Parts } from "../parts"
import type { SandboxCheckout } from "../state/records"

/** How long a payment session lasts from the first look at the page. */
const SESSION_MS = 30 * 60_000

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
