import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  amount,
  isCancelled,
  list,
  PROVIDER_ID,
} from "../../modules/instalments/rules"
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

/** The metadata of an order, read for the mark. A shopper can write anything under it. */
export const markedMetadata = z
  .object({ [CART_MARK]: z.string().optional().catch(undefined) })
  .nullish()

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

/** A payment session, as `isWithoutPayment` looks at it. */
export const sessionOfOrder = z.object({
  status: z.string(),
  provider_id: z.string(),
  created_at: z.coerce.date(),
})

/** Longer than a killed completion's order is left, and clocks differ; debits take days. */
const REPAIRED_MS = 24 * 60 * 60_000

/** Another provider's word for a payment that does not come any more. */
const ENDED: string[] = [
  PaymentSessionStatus.ERROR,
  PaymentSessionStatus.CANCELED,
]

type Unpaid = {
  version: number
  total: BigNumberInput
  created_at: Date
  payment_collections: {
    payment_sessions: z.infer<typeof sessionOfOrder>[]
  }[]
}

/**
 * Whether an order is complete without a payment: it costs nothing or is paid later.
 * So is an edited order, and one with a second payment collection (as a link makes): a
 * killed completion leaves neither, and the first payment of such an order may have
 * been cancelled. What another provider was to pay later may have failed, or have been
 * called off; core deletes that session as another way to pay is chosen, which a session
 * of another provider tells that was made a day after the order: a completion makes none
 * after its order, and who chooses again after a killed one does so before it is repaired.
 * A payment of its that is cancelled tells nothing: core's compensation cancels one too,
 * and a process that is killed then leaves its order.
 */
export function isWithoutPayment({
  version,
  total,
  created_at,
  payment_collections,
}: Unpaid): boolean {
  const later = created_at.getTime() + REPAIRED_MS
  const sessions = payment_collections.flatMap((one) => one.payment_sessions)
  return (
    version > 1 ||
    payment_collections.length > 1 ||
    MathBN.lte(total, 0) ||
    sessions.some(
      ({ status, provider_id, created_at: begun }) =>
        status === PaymentSessionStatus.PENDING_AUTHORIZATION ||
        (provider_id !== PROVIDER_ID &&
          (ENDED.includes(status) || begun.getTime() > later))
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
    canceled_at: z.unknown(),
    display_id: z.number(),
    version: z.number(),
    total: amount,
    created_at: z.coerce.date(),
    cart: z.object({ id: z.string() }).nullish(),
    promotion_link: list(z.object({ promotion_id: z.string() })),
    items: list(z.object({ id: z.string() })),
    transactions: list(z.object({ reference_id: z.string().nullish() })),
    payment_collections: list(
      z.object({
        id: z.string(),
        payment_sessions: list(sessionOfOrder),
        payments: list(bookedPayment),
      })
    ),
  })
  .transform((order) => ({
    id: order.id,
    number: order.display_id,
    status: order.status,
    isCancelled: isCancelled(order),
    cartId: order.cart?.id,
    promotionIds: order.promotion_link.map((link) => link.promotion_id),
    isWithoutPayment: isWithoutPayment(order),
    itemIds: order.items.map(({ id }) => id),
    collectionIds: order.payment_collections.map(({ id }) => id),
    transactionReferences: order.transactions.flatMap(
      ({ reference_id }) => reference_id ?? []
    ),
    payments: order.payment_collections.flatMap(({ payments }) => payments),
  }))

/** The states of an order that is no draft; a cancelled one may be archived. */
const STANDING = ["pending", "completed", "archived"]

/** An order that carries the mark of a cart, linked to it or not. */
export type MarkedOrder = z.infer<typeof markedOrder>

/**
 * The orders that were made from a cart, for any checkout. A cancelled one counts only
 * when the checkout's payment is on it and was refunded by that: then it had been paid.
 * Their times are not compared with the checkout's, because the process that made an
 * order dated it by its own clock. A shopper can write any metadata, so an order that is
 * linked to another cart does not count.
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
      "canceled_at",
      "display_id",
      "version",
      "total",
      "created_at",
      "cart.id",
      "promotion_link.promotion_id",
      "items.id",
      "transactions.reference_id",
      "payment_collections.id",
      "payment_collections.payment_sessions.status",
      "payment_collections.payment_sessions.provider_id",
      "payment_collections.payment_sessions.created_at",
      ...paymentFields("payment_collections.payments"),
    ],
    filters: { metadata: { [CART_MARK]: cart_id } },
  })
  return z
    .array(markedOrder)
    .parse(data)
    .filter((order) =>
      order.isCancelled
        ? order.payments.some((one) => one.reference === id && isReversed(one))
        : STANDING.includes(order.status)
    )
    .filter(({ cartId }) => (cartId ?? cart_id) === cart_id)
}
