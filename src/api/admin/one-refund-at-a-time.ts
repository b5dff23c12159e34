import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../workflows/settle/ensure-payment-session"

/** Refunds are sent one a second; a queue of them is waited for so long. */
const PATIENCE_S = 60

/**
 * Lets one refund of an instalment payment through at a time: core's own refund
 * workflow, run twice at once on one order, refuses some after the provider was
 * asked, books others twice, and can double the order's items.
 */
export async function oneRefundAtATime(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  const { id } = req.params
  const { data: payments } = await req.scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "payment", fields: ["provider_id"], filters: { id } })
  if (payments[0]?.provider_id !== PROVIDER_ID) {
    return next()
  }
  let begun = false
  const answered = () =>
    new Promise<void>((resolve) => {
      begun = true
      res.once("close", resolve)
      next()
    })
  try {
    await req.scope
      .resolve(Modules.LOCKING)
      .execute(`instalments:refund:${id}`, answered, { timeout: PATIENCE_S })
  } catch (error) {
    if (begun) {
      throw error
    }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Other refunds of this payment are still being made. Nothing was sent for this one; ask again in a minute."
    )
  }
}
