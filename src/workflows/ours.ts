import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { list, PROVIDER_ID } from "../modules/instalments/rules"
import { CART_MARK, markedMetadata } from "./medusa-repairs/marked-orders"

/**
 * The key in a payment collection's metadata by which it is known for instalments after
 * core has deleted their session, as it does when another way to pay is chosen.
 */
const MARK = "instalments"

const provider = z.object({ provider_id: z.string() })
const collection = z.object({
  metadata: z.record(z.string(), z.unknown()).nullish(),
  payment_sessions: list(provider),
  payments: list(provider),
})
const FIELDS = [
  "metadata",
  "payment_sessions.provider_id",
  "payments.provider_id",
]
const cart = z.object({ payment_collection: collection.nullish() })
const order = z.object({
  metadata: markedMetadata,
  payment_collections: list(collection),
})

/** Whether instalments were ever chosen for a cart, as Medusa tells; the ledger is not asked. */
export async function isOurCart(
  id: string,
  container: MedusaContainer
): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "cart",
      fields: FIELDS.map((field) => `payment_collection.${field}`),
      filters: { id },
    })
  const [found] = z.array(cart).parse(data)
  return Boolean(found?.payment_collection && isOurs(found.payment_collection))
}

/**
 * Whether an order has an instalment payment or may get one, as Medusa tells; the ledger
 * is not asked. What a killed completion left has the mark of its cart only.
 */
export async function isOurOrder(
  id: string,
  container: MedusaContainer
): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: [
        "metadata",
        ...FIELDS.map((field) => `payment_collections.${field}`),
      ],
      filters: { id },
    })
  const [found] = z.array(order).parse(data)
  return Boolean(
    found?.metadata?.[CART_MARK] || found?.payment_collections.some(isOurs)
  )
}

function isOurs(one: z.infer<typeof collection>): boolean {
  return (
    one.metadata?.[MARK] === true ||
    [...one.payment_sessions, ...one.payments].some(
      ({ provider_id }) => provider_id === PROVIDER_ID
    )
  )
}

/** Notes in a payment collection that a checkout is opened for it. */
export async function markCollection(
  {
    id,
    metadata,
  }: { id: string; metadata?: Record<string, unknown> | null | undefined },
  container: MedusaContainer
): Promise<void> {
  if (metadata?.[MARK] !== true) {
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, { metadata: { ...metadata, [MARK]: true } })
  }
}
