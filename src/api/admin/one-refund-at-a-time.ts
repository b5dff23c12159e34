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
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import { messageOf } from "../../modules/instalments/message-of"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { releaseRefunds, turnOf } from "../../workflows/refunds/books/release"
import { sendInTime } from "../../workflows/refunds/send"
import { PROVIDER_ID } from "../../workflows/settle/ensure-payment-session"

const ofPayment = z.object({
  provider_id: z.string(),
  payment_collection: z.object({
    order: z.object({ id: z.string() }).nullish(),
  }),
})
const ofOrder = z.object({
  payment_collections: z.array(
    z.object({
      payments: z
        .array(z.object({ provider_id: z.string() }).nullish())
        .transform((all) => all.filter((one) => one != null)),
    })
  ),
})

/** Refunds are sent one a second; a queue of them is waited for so long. */
const PATIENCE_MS = 60_000
/** Longer than core's refund ever takes: what never answers holds nobody up. */
const LONGEST_MS = 120_000

/**
 * Lets one refund or cancellation of an order with instalment payments through at
 * a time: core's own workflows, run twice at once on one order, book refunds twice,
 * and can double the order's items. Who hangs up while others are before him is not
 * let through; who hangs up later is waited for all the same, as core goes on. Once
 * core has answered, what it has booked is released and sent, and what it has not
 * booked whole is taken out again.
 */
export async function oneRefundAtATime(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  const orderId = await instalmentOrder(req)
  if (!orderId) {
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
  let released: RefundRequestRow[] = []
  try {
    await ledger.leases.run(
      turnOf(orderId),
      async () => {
        begun = true
        const begunAt = new Date(ledger.now())
        const answered = whenAnswered(res)
        next()
        await Promise.race([
          answered,
          pause(LONGEST_MS, undefined, { ref: false }),
        ])
        released = await releaseRefunds(
          req.scope,
          orderId,
          ({ asked_at }) => asked_at !== null && asked_at >= begunAt
        )
      },
      { waitMs: PATIENCE_MS, signal: gone.signal }
    )
  } catch (error) {
    // Core has answered by then, and nobody is there who hung up before.
    if (begun || gone.signal.aborted) {
      logUnfinished(req, orderId, error)
    } else if ((error as MedusaError).type !== MedusaError.Types.CONFLICT) {
      throw error
    } else {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "Other refunds of this order are still being made. Nothing was sent for this one; ask again in a minute."
      )
    }
  } finally {
    res.off("close", leave)
  }
  await sendInTime(req.scope, released, {
    forMs: PATIENCE_MS,
    urgency: "hint",
  })
}

/** The order that is refunded or cancelled, if it has an instalment payment. */
async function instalmentOrder(req: MedusaRequest): Promise<string | null> {
  const { id } = req.params
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  if (req.path.startsWith("/admin/payments/")) {
    const { data: payments } = await query.graph({
      entity: "payment",
      fields: ["provider_id", "payment_collection.order.id"],
      filters: { id },
    })
    const [payment] = z.array(ofPayment).parse(payments)
    return payment?.provider_id === PROVIDER_ID
      ? (payment.payment_collection.order?.id ?? null)
      : null
  }
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.payments.provider_id"],
    filters: { id },
  })
  const [order] = z.array(ofOrder).parse(orders)
  const payments = order?.payment_collections.flatMap((one) => one.payments)
  return payments?.some(({ provider_id }) => provider_id === PROVIDER_ID)
    ? String(id)
    : null
}

/** What is left to do is done by the job; whoever asked has been answered. */
function logUnfinished(req: MedusaRequest, orderId: string, error: unknown) {
  req.scope
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `The refunds of order ${orderId} were not released at once: ${messageOf(error)} The job does it.`
    )
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
