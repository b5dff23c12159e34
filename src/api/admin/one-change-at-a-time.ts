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
import type { RefundRequestRow } from "../../modules/instalments/types"
import { messageOf } from "../../modules/instalments/log"
import { PROVIDER_ID } from "../../modules/instalments/rules"
import { releaseRefunds } from "../../workflows/refunds/books/release"
import { turnOf } from "../../workflows/order-turn"
import { sendInTime } from "../../workflows/refunds/send"

/** Routes that change an order: its articles, its money or its version. */
export const ORDER_ROUTES = [
  "/admin/orders/*",
  "/admin/order-edits*",
  "/admin/exchanges*",
  "/admin/claims*",
  "/admin/returns*",
  "/admin/payments/*",
  "/admin/payment-collections/:id/mark-as-paid",
  "/store/orders/*",
  "/store/returns*",
]

/** Where an id in such a route's path leads to the order. */
const ORDER_OF: Record<string, { entity: string; order_id: string }> = {
  exchanges: { entity: "order_exchange", order_id: "order_id" },
  claims: { entity: "order_claim", order_id: "order_id" },
  returns: { entity: "return", order_id: "order_id" },
  payments: { entity: "payment", order_id: "payment_collection.order.id" },
}
const withOrder = z.object({ order_id: z.string() })
const owner = z.union([
  withOrder,
  z
    .object({
      payment_collection: z.object({ order: z.object({ id: z.string() }) }),
    })
    .transform(({ payment_collection: { order } }) => ({ order_id: order.id })),
])
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
const MAX_WAIT_MS = 60_000
/** Longer than core's refund ever takes: what never answers holds nobody up. */
const LONGEST_MS = 120_000

/**
 * Lets one request at a time change an order that has instalment payments. Core
 * numbers an order's versions by reading the last one: a refund and a delivery at
 * once make the same version twice, with every article in it twice, and two
 * refunds at once are booked over each other. Who hangs up while others are before
 * him is not let through; who hangs up later is waited for all the same, as core
 * goes on. Once core has answered, the refunds that it has booked are released and
 * sent, and what it has not booked whole is taken out again.
 */
export async function oneChangeAtATime(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  const orderId = await instalmentOrder(req)
  if (!orderId) {
    return next()
  }
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
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
          (row) =>
            row.asked_at !== null &&
            row.asked_at >= begunAt &&
            mayHaveAsked(req, row)
        )
      },
      { waitMs: MAX_WAIT_MS, signal: gone.signal }
    )
  } catch (error) {
    // Core has answered by then, and nobody is there who hung up before.
    if (begun) {
      logUnfinished(req, orderId, error)
    } else if (gone.signal.aborted) {
      return
    } else if ((error as MedusaError).type !== MedusaError.Types.CONFLICT) {
      throw error
    } else {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "This order is still being changed by another request. Nothing was done for this one; ask again in a minute."
      )
    }
  } finally {
    res.off("close", leave)
  }
  await sendInTime(req.scope, released, {
    forMs: MAX_WAIT_MS,
    urgency: "on_demand",
  })
}

/** The order that is changed, if it has an instalment payment, or is to get one. */
async function instalmentOrder(req: MedusaRequest): Promise<string | null> {
  const orderId = await orderOf(req)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const byOrder = { order_id: orderId }
  if ((await ledger.listCheckouts(byOrder, { take: 1 })).length > 0) {
    return orderId
  }
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.payments.provider_id"],
    filters: { id: orderId },
  })
  const [order] = z.array(ofOrder).parse(orders)
  const payments = order?.payment_collections.flatMap((one) => one.payments)
  return payments?.some(({ provider_id }) => provider_id === PROVIDER_ID)
    ? orderId
    : null
}

/** What a request's path names; core reads capitals and encoded letters alike. */
function aimOf({ path }: MedusaRequest) {
  const [, , kind = "", id = "", deed = ""] = path.split("/")
  return {
    kind: kind.toLowerCase(),
    id: decodeURIComponent(id),
    deed: deed.toLowerCase(),
  }
}

/**
 * Whether core asks for such a refund in this request. The store's own code may
 * refund at the same time, in a subscriber for example: core has not ended with
 * that when this request is answered.
 */
function mayHaveAsked(
  req: MedusaRequest,
  { payment_id }: Pick<RefundRequestRow, "payment_id">
): boolean {
  const { kind, id, deed } = aimOf(req)
  return kind === "payments"
    ? deed === "refund" && payment_id === id
    : kind === "orders" && deed === "cancel"
}

/** The order that a request is about; nothing exists that has no id. */
async function orderOf(req: MedusaRequest): Promise<string> {
  const { kind, id } = aimOf(req)
  // Where the path names what it is about, core believes no body.
  if (!id || kind === "payment-collections") {
    return withOrder.safeParse(req.body).data?.order_id ?? "none"
  }
  const { entity, order_id } = ORDER_OF[kind] ?? {}
  if (!entity || !order_id) {
    return id
  }
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity,
    fields: [order_id],
    filters: { id },
  })
  return owner.safeParse(data[0]).data?.order_id ?? "none"
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
