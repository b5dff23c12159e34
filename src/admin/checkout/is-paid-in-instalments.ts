import type { AdminOrder } from "@medusajs/types"

const PROVIDER = "pp_instalments_"

/**
 * Whether the order's own page has read a payment in instalments, so that the
 * ledger has to have its checkout. The ledger may know one where this is false:
 * of an order that was placed without its payment being recorded.
 */
export function isPaidInInstalments(order: AdminOrder): boolean {
  return (order.payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(({ provider_id }) => provider_id.startsWith(PROVIDER))
}
