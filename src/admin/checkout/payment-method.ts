import type { AdminOrder } from "@medusajs/types"

const PROVIDER = "pp_instalments_"

/**
 * What the order's own page has already read about how it was paid. It is
 * `unknown` for an order without a payment: an order that was placed without
 * its payment being recorded is one to look at.
 */
export function paymentMethod(
  order: AdminOrder
): "instalments" | "other" | "unknown" {
  const payments = (order.payment_collections ?? []).flatMap(
    ({ payments }) => payments ?? []
  )
  if (payments.length === 0) {
    return "unknown"
  }
  return payments.some(({ provider_id }) => provider_id.startsWith(PROVIDER))
    ? "instalments"
    : "other"
}
