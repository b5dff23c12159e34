import { createHash } from "node:crypto"
import type { CustomerPrefill } from "./customer"
import type { LineItem } from "./checkout-content"

/**
 * The key of a payable state: the same collection, amount (cents), currency
 * and content ask for the same checkout, anything else for a new one.
 */
export function fingerprint(state: {
  collectionId: string
  amountCents: number
  currency: string
  lineItems: LineItem[]
  customer: CustomerPrefill
  urls: { success_url: string; cancel_url: string }
}): string {
  const { collectionId, amountCents, currency, lineItems, customer, urls } =
    state
  const canonical = JSON.stringify([
    collectionId,
    amountCents,
    currency,
    lineItems.map(({ name, amount }) => [name, amount]),
    Object.entries(customer).sort(),
    [urls.success_url, urls.cancel_url],
  ])
  return createHash("sha256").update(canonical).digest("hex")
}
