import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  PROVIDER_ID,
  refused,
  TAKEN_ELSEWHERE,
} from "../../modules/instalments/rules"

const ofOrder = z.object({ order: z.object({ id: z.string() }).nullish() })

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
  const id = String(req.params.id)
  const sessions = await req.scope
    .resolve(Modules.PAYMENT)
    .listPaymentSessions(
      { payment_collection_id: id },
      { select: ["id", "status"] }
    )
  const isUnderWay = sessions.some(
    ({ status }) => status === PaymentSessionStatus.PENDING_AUTHORIZATION
  )
  if (isUnderWay && (await isOfOrder(id, req))) {
    throw refused(TAKEN_ELSEWHERE)
  }
  next()
}

/** Asked only of one that has such a session: choosing instalments is a hot path. */
async function isOfOrder(id: string, req: MedusaRequest): Promise<boolean> {
  const { data } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment_collection",
      fields: ["order.id"],
      filters: { id },
    })
  return z
    .array(ofOrder)
    .parse(data)
    .some(({ order }) => order)
}
