import {
  createPaymentSessionsWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  amount,
  moneyInWords,
  PROVIDER_ID,
  SETTLED_REFERENCE,
  toCents,
} from "../../modules/instalments/rules"
import { CART_MARK } from "../medusa-repairs/marked-orders"
import { takenOtherwise } from "./booked-payment"
import { betweenCompletions, type CartCheckout } from "./lock"

const currentSession = z.object({
  id: z.string(),
  payment_collection: z.object({
    id: z.string(),
    amount,
    captured_amount: z.unknown(),
  }),
})

/**
 * Makes the cart's first payment session one of this checkout: Medusa deletes
 * and re-creates sessions, and a shopper may have switched the method away
 * after paying. Answers why this cannot be, or null. `first` is the cart as it was
 * read just now.
 *
 * @throws MedusaError (conflict) while another provider has the cart's money: its
 * session stays, as core completes the cart by it, or the money is refunded.
 */
export async function ensurePaymentSession(
  checkout: CartCheckout,
  first: PaidCart,
  container: MedusaContainer
): Promise<string | null> {
  // Medusa changes a cart in several commits, and holds its lock over them: what a
  // cart without its discount comes to, as it is being computed anew, is no fact.
  const { cart, reason } = first.reason
    ? await betweenCompletions(checkout, container, () =>
        readCart(checkout, container)
      )
    : first
  if (reason || !cart || cart.completed_at) {
    return reason
  }
  const currency = checkout.currency
  const total = checkout.amount
  const payment_collection_id =
    cart.payment_collection_link?.payment_collection_id
  if (!payment_collection_id) {
    return `Cart ${cart.id} has no payment collection any more`
  }
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const known = await ledger.listCheckoutSessions({ reference: checkout.id })
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      ...["id", "amount", "captured_amount"].map(
        (field) => `payment_collection.${field}`
      ),
    ],
    filters: { payment_collection_id },
  })
  const [current, ...others] = z.array(currentSession).parse(data)
  const collection = current?.payment_collection
  const taken = await takenOtherwise(
    { id: payment_collection_id, captured_amount: collection?.captured_amount },
    query
  )
  if (taken) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Cart ${cart.id} is being paid in another way: payment ${taken.id} of ${taken.provider_id} has taken its money`,
      "instalments_already_paid"
    )
  }
  const isOfTotal = collection && toCents(collection.amount, currency) === total
  const isOurs = known.some(({ id }) => id === current?.id)
  if (isOfTotal && isOurs && others.length === 0) {
    return null
  }
  if (!isOfTotal) {
    // Taxes and credit lines change a cart and leave its collection behind.
    await refreshPaymentCollectionForCartWorkflow(container).run({
      input: { cart_id: cart.id },
    })
  }
  // Medusa replaces the cart's sessions; the provider finds the paid checkout.
  await createPaymentSessionsWorkflow(container).run({
    input: {
      payment_collection_id,
      provider_id: PROVIDER_ID,
      context: { [SETTLED_REFERENCE]: checkout.id },
    },
  })
  return null
}

/** A paid checkout's cart. Its `reason` is why it is not what was paid; null if it is. */
export type PaidCart = Awaited<ReturnType<typeof readCart>>

/** See `PaidCart`. */
export async function readCart(
  { cart_id, amount, currency }: CartCheckout,
  container: MedusaContainer
) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "total",
      "currency_code",
      "completed_at",
      "metadata",
      "payment_collection_link.payment_collection_id",
    ],
    filters: { id: cart_id },
  })
  const cart = carts[0]
  if (!cart) {
    return { isMarked: false, reason: `Cart ${cart_id} no longer exists` }
  }
  const due = cart.currency_code.toUpperCase()
  const total = toCents(cart.total, due)
  const isPaid = total === amount && due === currency
  return {
    cart,
    isMarked: cart.metadata?.[CART_MARK] === cart_id,
    reason:
      cart.completed_at || isPaid
        ? null
        : `Cart ${cart_id} now totals ${moneyInWords(total, due)}, ${moneyInWords(amount, currency)} were paid`,
  }
}
