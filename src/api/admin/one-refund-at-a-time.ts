import { setTimeout as pause } from "node:timers/promises"
import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { PROVIDER_ID } from "../../workflows/settle/ensure-payment-session"

/** Refunds are sent one a second; a queue of them is waited for so long. */
const PATIENCE_MS = 60_000
/** Longer than core's refund ever takes: what never answers holds nobody up. */
const LONGEST_MS = 120_000

/**
 * Lets one refund of an instalment payment through at a time: core's own refund
 * workflow, run twice at once on one order, refuses some after the provider was
 * asked, books others twice, and can double the order's items. Who hangs up
 * while others are before him is not let through; who hangs up later is waited
 * for all the same, as core goes on.
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
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const gone = new AbortController()
  const leave = () => gone.abort()
  res.once("close", leave)
  if (res.closed) {
    leave()
  }
  let begun = false
  try {
    await ledger.leases.run(
      `refund:${id}`,
      async () => {
        begun = true
        const answered = whenAnswered(res)
        next()
        await Promise.race([
          answered,
          pause(LONGEST_MS, undefined, { ref: false }),
        ])
      },
      { waitMs: PATIENCE_MS, signal: gone.signal }
    )
  } catch (error) {
    // Core has answered by then, and nobody is there who hung up before.
    if (begun || gone.signal.aborted) {
      return
    }
    if ((error as MedusaError).type !== MedusaError.Types.CONFLICT) {
      throw error
    }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Other refunds of this payment are still being made. Nothing was sent for this one; ask again in a minute."
    )
  } finally {
    res.off("close", leave)
  }
}

/**
 * Resolves when the route has answered, whether somebody is there to read it or
 * not: a closed connection ends no workflow, and a response that closed before
 * tells so no more.
 */
function whenAnswered(res: MedusaResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = res.end.bind(res)
    res.end = ((...args: Parameters<typeof end>) => {
      resolve()
      return end(...args)
    }) as typeof res.end
  })
}
