import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  amount,
  BALANCE_FIELDS,
  delivery,
  fromCents,
  lacksDelivery,
  list,
  moneyInWords,
  orderBalance,
  refused,
  toCents,
  whyNotDue,
} from "../../modules/instalments/rules"
import {
  CART_MARK,
  markedMetadata,
} from "../../workflows/medusa-repairs/marked-orders"
import { whyCartIsTaken } from "../../workflows/settle/booked-payment"

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

/** What a cart and an order have in common. */
const content = z.object({
  id: z.string(),
  email: z.string().nullish(),
  currency_code: z.string(),
  total: amount,
  shipping_total: amount,
  items: z.array(
    z.object({
      title: z.string(),
      quantity: z.coerce.number(),
      total: amount,
      requires_shipping: z.boolean().nullish(),
    })
  ),
  billing_address: address,
  shipping_address: address,
})
const CONTENT_FIELDS = [
  ...["id", "email", "currency_code", "total", "shipping_total"],
  ...["items.*", "items.total", "billing_address.*", "shipping_address.*"],
]

const owingOrder = content.extend({
  cart: z.object({ id: z.string() }).nullish(),
  transactions: list(z.object({ id: z.string() })),
  metadata: markedMetadata,
})

const payingSession = z.object({
  payment_collection: z.object({
    id: z.string(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    order: z.object({ id: z.string() }).nullish(),
    cart: content
      .extend({
        completed_at: z.unknown().optional(),
        shipping_methods: delivery.shape.shipping_methods,
      })
      .nullish(),
    captured_amount: z.unknown(),
  }),
})

/**
 * What a payment session pays for, read on the server: a cart, or what an order
 * owes. Amounts are major units.
 */
export type Payable = Omit<z.infer<typeof content>, "id" | "total"> & {
  collection: { id: string; metadata?: Record<string, unknown> | null }
  /**
   * The cart that the collection was made for, or that the order came of: a payment of
   * it may have arrived and not be booked yet.
   */
  sourceCartId: string | null
  /** Whether nothing is booked: then a held payment of that cart may still be its own. */
  isUnbooked: boolean
  cart_id: string | null
  order_id: string | null
  /** Whether it is a cart whose delivery has to be chosen first. */
  needsDelivery: boolean
}

/**
 * Reads what a payment session pays for. It refuses a cart that could not
 * become an order, and an amount that its order does not owe. For guests this
 * is the only source of the e-mail; nothing that the browser sent is read.
 * `cents` is the session's amount.
 *
 * @throws MedusaError, in words for a shopper: not found when the session has
 * neither cart nor order, not allowed when the amount is not due.
 */
export async function readPayable(
  query: Omit<RemoteQueryFunction, symbol>,
  sessionId: string,
  { cents, currency }: { cents: number; currency: string }
): Promise<Payable> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "payment_collection.id",
      "payment_collection.metadata",
      "payment_collection.captured_amount",
      "payment_collection.order.id",
      ...["completed_at", ...CONTENT_FIELDS, "shipping_methods.*"].map(
        (field) => `payment_collection.cart.${field}`
      ),
    ],
    filters: { id: sessionId },
  })
  const { payment_collection } = parsed(payingSession, data[0], sessionId)
  const { id, metadata, cart, order } = payment_collection
  const collection = { id, metadata }
  const asked = { cents, currency }
  if (order) {
    const { orderCartId, ...owing } = await readOrder(query, order.id, asked)
    const sourceCartId = cart?.id ?? orderCartId
    return { ...owing, collection, sourceCartId, needsDelivery: false }
  }
  if (!cart) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Payment session ${sessionId} has no cart and no order to pay for with instalments.`,
      "instalments_not_found"
    )
  }
  const reason = await whyCartIsTaken(cart, payment_collection, query)
  if (reason) {
    throw refused(reason, "instalments_already_paid")
  }
  // Taxes and credit lines can change a cart and not its collection.
  const due = {
    cents: toCents(cart.total, cart.currency_code),
    currency: cart.currency_code.toUpperCase(),
  }
  if (due.cents !== cents || due.currency !== currency) {
    throw refused(
      `The cart comes to ${inWords(due)} now, not to ${inWords(asked)}. Go back to the cart and choose how to pay again.`,
      "instalments_amount_changed"
    )
  }
  const source = { collection, sourceCartId: cart.id, isUnbooked: true }
  const needsDelivery = lacksDelivery(cart)
  return { ...cart, cart_id: cart.id, order_id: null, needsDelivery, ...source }
}

/**
 * What an order owes, as one line, or as the order's lines when it owes all.
 */
async function readOrder(
  query: Omit<RemoteQueryFunction, symbol>,
  id: string,
  asked: { cents: number; currency: string }
) {
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...new Set([...BALANCE_FIELDS, ...CONTENT_FIELDS, "items.detail.*"]),
      ...["cart.id", "metadata", "transactions.id"],
    ],
    filters: { id },
  })
  const balance = parsed(orderBalance, data[0], id)
  const { cart, metadata, transactions, ...order } = parsed(
    owingOrder,
    data[0],
    id
  )
  const reason = whyNotDue(asked, balance)
  if (reason) {
    throw refused(reason, "instalments_not_due")
  }
  const isAll = toCents(order.total, order.currency_code) === asked.cents
  const share = { quantity: 1, total: fromCents(asked.cents) }
  return {
    ...order,
    cart_id: null,
    order_id: id,
    // A killed completion may not have linked them yet.
    orderCartId: cart?.id ?? metadata?.[CART_MARK] ?? null,
    isUnbooked: transactions.length === 0,
    ...(!isAll && {
      shipping_total: 0,
      items: [{ title: `Order ${balance.number}, balance`, ...share }],
    }),
  }
}

function parsed<T extends z.ZodType>(
  schema: T,
  row: unknown,
  id: string
): z.output<T> {
  const read = schema.safeParse(row)
  if (!read.success) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `What is to be paid with instalments by ${id} cannot be read: ${read.error.issues
        .map((issue) => issue.path.join("."))
        .join(", ")}`,
      "instalments_not_found"
    )
  }
  return read.data
}

const inWords = ({ cents, currency }: { cents: number; currency: string }) =>
  moneyInWords(cents, currency)
