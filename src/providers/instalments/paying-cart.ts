import type {
  BigNumberInput,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

// Medusa's amounts are BigNumbers; `money.ts` refuses what is not an amount.
const amount = z.custom<BigNumberInput>((value) => value != null)
const address = z
  .object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    phone: z.string().nullish(),
    address_1: z.string().nullish(),
    address_2: z.string().nullish(),
    city: z.string().nullish(),
    province: z.string().nullish(),
    postal_code: z.string().nullish(),
    country_code: z.string().nullish(),
  })
  .nullish()

const payingSession = z.object({
  id: z.string(),
  payment_collection: z.object({
    id: z.string(),
    cart: z.object({
      id: z.string(),
      email: z.string().nullish(),
      currency_code: z.string(),
      completed_at: z.unknown().optional(),
      total: amount,
      shipping_total: amount,
      items: z.array(
        z.object({ title: z.string(), quantity: z.number(), total: amount })
      ),
      billing_address: address,
      shipping_address: address,
      customer: z
        .object({
          first_name: z.string().nullish(),
          last_name: z.string().nullish(),
          phone: z.string().nullish(),
        })
        .nullish(),
    }),
  }),
})

/** The cart behind a payment session, read on the server. Amounts are major units. */
export type PayingCart = z.infer<
  typeof payingSession
>["payment_collection"]["cart"]

/**
 * Reads the cart that a payment session pays for. For guests this is the only
 * source of the e-mail; nothing the browser sent is looked at.
 *
 * @throws MedusaError (not found) when the session has no cart.
 */
export async function readPayingCart(
  query: Omit<RemoteQueryFunction, symbol>,
  sessionId: string
): Promise<{ collectionId: string; cart: PayingCart }> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "payment_collection.id",
      ...[
        "id",
        "email",
        "currency_code",
        "completed_at",
        "total",
        "shipping_total",
        "items.*",
        "items.total",
        "billing_address.*",
        "shipping_address.*",
        "customer.first_name",
        "customer.last_name",
        "customer.phone",
      ].map((field) => `payment_collection.cart.${field}`),
    ],
    filters: { id: sessionId },
  })
  const session = payingSession.safeParse(data[0])
  if (!session.success) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Payment session ${sessionId} has no cart to pay for with instalments: ${session.error.issues
        .map((issue) => issue.path.join("."))
        .join(", ")}`
    )
  }
  const { id, cart } = session.data.payment_collection
  return { collectionId: id, cart }
}
