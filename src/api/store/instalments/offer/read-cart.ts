import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import {
  amount,
  delivery,
  DELIVERY_FIELDS,
  lacksDelivery,
  list,
  PROVIDER_ID,
  toCents,
} from "../../../../modules/instalments/rules"

const offeredCart = delivery.extend({
  currency_code: z.string(),
  total: amount,
  completed_at: z.unknown(),
  order: z.object({ id: z.string() }).nullish(),
  region: z
    .object({
      payment_providers: list(
        z.object({ id: z.string(), is_enabled: z.boolean() })
      ),
    })
    .nullish(),
})

/** A cart as an offer needs it. `amountCents` is integer cents. */
export type OfferedCart = {
  amountCents: number
  currency: string
  /** Null while it can be paid; the order's id is null until it is placed. */
  paid: { order_id: string | null } | null
  /** Whether its region has instalments; core refuses to pay by them elsewhere. */
  hasInstalments: boolean
  /** Whether its delivery has to be chosen first. */
  needsDelivery: boolean
}

/**
 * What a cart comes to, and whether it is an order or paid already, however
 * that was paid; null when there is no such cart.
 */
export async function readCart(
  container: MedusaContainer,
  id: string
): Promise<OfferedCart | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const [{ data }, known] = await Promise.all([
    query.graph({
      entity: "cart",
      fields: [
        ...["id", "currency_code", "total", "completed_at", "order.id"],
        ...DELIVERY_FIELDS,
        "region.payment_providers.id",
        "region.payment_providers.is_enabled",
      ],
      filters: { id },
    }),
    ledger.opening.knownPayment(id),
  ])
  if (!data[0]) {
    return null
  }
  const cart = offeredCart.parse(data[0])
  const { currency_code: currency, total, completed_at, order, region } = cart
  return {
    amountCents: toCents(total, currency),
    currency,
    paid:
      known || order || completed_at
        ? { order_id: known?.order_id ?? order?.id ?? null }
        : null,
    needsDelivery: lacksDelivery(cart),
    // Core lets a cart without a region be paid in any way.
    hasInstalments:
      !region ||
      region.payment_providers.some(
        (one) => one.id === PROVIDER_ID && one.is_enabled
      ),
  }
}
