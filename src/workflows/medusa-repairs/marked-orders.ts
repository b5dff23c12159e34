import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { PROVIDER_ID } from "../../modules/instalments/rules"
import type { CheckoutRow } from "../../modules/instalments/types"
import {
  bookedPayment,
  isReversed,
  paymentFields,
} from "../settle/booked-payment"

/**
 * The key in a cart's metadata that core copies into the order's: it finds the
 * order of a process that was killed before it had linked cart and order.
 */
export const CART_MARK = "instalments_cart_id"

/**
 * Marks a cart before its completion begins. A cart that is gone is no error. Answers
 * whether it had no mark before.
 */
export async function markCart(
  cartId: string,
  container: MedusaContainer
): Promise<boolean> {
  const carts = container.resolve(Modules.CART)
  const [cart] = await carts.listCarts({ id: cartId }, { select: ["metadata"] })
  const isFirst = Boolean(cart && cart.metadata?.[CART_MARK] !== cartId)
  if (isFirst) {
    // Medusa adds it to what is there by then.
    await carts.updateCarts(cartId, { metadata: { [CART_MARK]: cartId } })
  }
  return isFirst
}

// Medusa's amounts are BigNumbers and are passed back to Medusa unchanged.
const amount = z.custom<BigNumberInput>((value) => value != null)

type Unpaid = {
  version: number
  total: BigNumberInput
  payment_collections?:
    | (
        | {
            payment_sessions?:
              | ({ status: string; provider_id: string } | null | undefined)[]
              | null
          }
        | null
        | undefined
      )[]
    | null
}

/**
 * Whether an order is complete without a payment: it costs nothing or is paid later.
 * So is an edited order, and one with a second payment collection (as a link makes): a
 * killed completion leaves neither, and the first payment of such an order may have
 * been cancelled. What another provider was to pay later may have failed.
 */
export function isWithoutPayment({
  version,
  total,
  payment_collections,
}: Unpaid): boolean {
  const collections = payment_collections ?? []
  return (
    version > 1 ||
    collections.length > 1 ||
    MathBN.lte(total, 0) ||
    collections.some((collection) =>
      collection?.payment_sessions?.some(
        (session) =>
          session?.status === PaymentSessionStatus.PENDING_AUTHORIZATION ||
          (session?.status === PaymentSessionStatus.ERROR &&
            session.provider_id !== PROVIDER_ID)
      )
    )
  )
}

/**
 * Whether a checkout was opened for what an order owes, by a link or the shop: then it is
 * a whole order. Core deletes the session that told so as it makes that checkout's own.
 */
export async function wasOwing(
  order_id: string,
  container: MedusaContainer
): Promise<boolean> {
  const [checkout] = await container
    .resolve(INSTALMENTS_MODULE)
    .listCheckouts({ order_id, cart_id: null }, { take: 1 })
  return checkout !== undefined
}

const markedOrder = z
  .object({
    id: z.string(),
    status: z.string(),
    display_id: z.number(),
    version: z.number(),
    total: amount,
    cart: z.object({ id: z.string() }).nullish(),
    promotion_link: z
      .array(z.object({ promotion_id: z.string() }).nullish())
      .nullish(),
    items: z.array(z.object({ id: z.string() })),
    transactions: z
      .array(z.object({ reference_id: z.string().nullish() }).nullish())
      .nullish(),
    payment_collections: z
      .array(
        z
          .object({
            id: z.string(),
            payment_sessions: z
              .array(
                z
                  .object({ status: z.string(), provider_id: z.string() })
                  .nullish()
              )
              .nullish(),
            payments: z.array(bookedPayment),
          })
          .nullish()
      )
      .nullish(),
  })
  .transform((order) => ({
    id: order.id,
    number: order.display_id,
    status: order.status,
    cartId: order.cart?.id,
    promotionIds: (order.promotion_link ?? []).flatMap(
      (link) => link?.promotion_id ?? []
    ),
    isWithoutPayment: isWithoutPayment(order),
    itemIds: order.items.map(({ id }) => id),
    collectionIds: (order.payment_collections ?? []).flatMap(
      (collection) => collection?.id ?? []
    ),
    transactionReferences: (order.transactions ?? []).flatMap(
      (transaction) => transaction?.reference_id ?? []
    ),
    payments: (order.payment_collections ?? []).flatMap(
      (collection) => collection?.payments ?? []
    ),
  }))

/** The states of an order that is neither a draft nor cancelled. */
const STANDING = ["pending", "completed", "archived"]

/** An order that carries the mark of a cart, linked to it or not. */
export type MarkedOrder = z.infer<typeof markedOrder>

/**
 * The orders that were made from a cart, for any checkout. A cancelled one counts only
 * when the checkout's payment is on it and was refunded by that: then it had been paid.
 * No times are compared, because the process that made an order dated it by its own
 * clock. A shopper can write any metadata, so an order that is linked to another cart
 * does not count.
 */
export async function readMarkedOrders(
  { id, cart_id }: Pick<CheckoutRow, "id" | "cart_id">,
  container: MedusaContainer
): Promise<MarkedOrder[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "display_id",
      "version",
      "total",
      "cart.id",
      "promotion_link.promotion_id",
      "items.id",
      "transactions.reference_id",
      "payment_collections.id",
      "payment_collections.payment_sessions.status",
      "payment_collections.payment_sessions.provider_id",
      ...paymentFields("payment_collections.payments"),
    ],
    filters: { metadata: { [CART_MARK]: cart_id } },
  })
  return z
    .array(markedOrder)
    .parse(data)
    .filter(
      ({ status, payments }) =>
        STANDING.includes(status) ||
        (status === "canceled" &&
          payments.some((one) => one.reference === id && isReversed(one)))
    )
    .filter(({ cartId }) => (cartId ?? cart_id) === cart_id)
}
