import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  amount,
  PROVIDER_ID,
  refused,
  takenElsewhere,
  toCents,
  whyNotDue,
} from "../../modules/instalments/rules"
import { readBalance } from "../../workflows/balance/read-balance"
import { whyCartIsTaken } from "../../workflows/settle/booked-payment"
import type { OurMiddleware } from "../only-ours"

const { PENDING_AUTHORIZATION, AUTHORIZED, CAPTURED } = PaymentSessionStatus
/** A payment session of these may stand for money. */
const MAY_HOLD: string[] = [PENDING_AUTHORIZATION, AUTHORIZED, CAPTURED]

const payingCollection = z.object({
  id: z.string(),
  amount,
  currency_code: z.string(),
  captured_amount: z.unknown(),
  order: z.object({ id: z.string() }).nullish(),
  cart: z.object({ completed_at: z.unknown() }).nullish(),
})

/**
 * Runs before a payment collection gets a payment session of instalments, and refuses it
 * where another provider's payment is all that is due. The provider refuses it too, but
 * core deletes the collection's sessions beside asking the provider, and by that lets go
 * of what a card holds for an order, and does not book what was under way. Who has only
 * authorised another payment of a cart may still choose instalments instead.
 *
 * @throws MedusaError (not allowed), in words for a shopper.
 */
export const keepOtherPayment: OurMiddleware = async (req, _res, next, id) => {
  const sessions = await req.scope
    .resolve(Modules.PAYMENT)
    .listPaymentSessions(
      { payment_collection_id: id },
      { select: ["id", "provider_id", "status"] }
    )
  const others = sessions.filter(
    (one) => one.provider_id !== PROVIDER_ID && MAY_HOLD.includes(one.status)
  )
  // More is read only then: choosing instalments is a hot path.
  if (others.length > 0) {
    const isUnderWay = others.some(
      (one) => one.status === PENDING_AUTHORIZATION
    )
    const reason = await whyTaken(id, isUnderWay, req.scope)
    if (reason) {
      throw refused(reason)
    }
  }
  next()
}

async function whyTaken(
  id: string,
  isUnderWay: boolean,
  container: MedusaContainer
): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      ...["id", "amount", "currency_code", "captured_amount"],
      ...["order.id", "cart.completed_at"],
    ],
    filters: { id },
  })
  const [collection] = z.array(payingCollection).parse(data)
  const { order, cart } = collection ?? {}
  const balance = order && (await readBalance(order.id, container))
  if (!collection || !balance) {
    return collection && cart ? whyCartIsTaken(cart, collection, query) : null
  }
  const { owed, currency } = balance
  const asked = toCents(collection.amount, collection.currency_code)
  return isUnderWay
    ? takenElsewhere(balance)
    : // The collection is brought down to what is owed after this.
      whyNotDue({ cents: Math.min(asked, owed), currency }, balance)
}
