import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  list,
  PROVIDER_ID,
  refused,
  TAKEN_ELSEWHERE,
} from "../../modules/instalments/rules"

const ofOrder = z.object({
  order: z.object({ id: z.string() }).nullish(),
  payment_sessions: list(z.object({ status: z.string() })),
})

/**
 * Runs before an order's payment collection gets a payment session of instalments,
 * and refuses it while another provider's payment is under way. The provider refuses
 * it too, but core deletes the collection's sessions beside asking the provider: the
 * money under way would come and not be booked.
 *
 * @throws MedusaError (not allowed), in words for a shopper.
 */
export async function keepDeferredPayment(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  const { provider_id } = (req.body ?? {}) as { provider_id?: unknown }
  if (provider_id !== PROVIDER_ID) {
    return next()
  }
  const { data } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment_collection",
      fields: ["order.id", "payment_sessions.status"],
      filters: { id: String(req.params.id) },
    })
  const [collection] = z.array(ofOrder).parse(data)
  const isUnderWay = collection?.payment_sessions.some(
    ({ status }) => status === PaymentSessionStatus.PENDING_AUTHORIZATION
  )
  if (collection?.order && isUnderWay) {
    throw refused(TAKEN_ELSEWHERE)
  }
  next()
}
