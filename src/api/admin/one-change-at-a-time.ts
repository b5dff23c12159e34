import { setTimeout as pause } from "node:timers/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { messageOf } from "../../modules/instalments/log"
import { releaseRefunds } from "../../workflows/refunds/books/release"
import { orderLease } from "../../workflows/order-lease"
import { sendInTime } from "../../workflows/refunds/send"
import type { OurMiddleware } from "../only-ours"

/** Routes that change an order: its articles, its money or its version. */
export const ORDER_ROUTES = [
  "/admin/orders/*",
  "/admin/order-edits*",
  "/admin/exchanges*",
  "/admin/claims*",
  "/admin/returns*",
  "/admin/payments/*",
]

/** How the id in such a route's path leads to the order. */
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

/** How long a request waits: refunds are sent one a second, and may queue. */
const MAX_WAIT_MS = 60_000
/**
 * Longer than Medusa's refund takes: a request without an answer must not block
 * the others.
 */
const LONGEST_MS = 120_000

/**
 * Lets one request at a time change an order that has instalment payments. Core
 * numbers an order's versions by reading the last one. So a refund and a
 * delivery at the same time make the same version twice, with every article in
 * it twice, and two refunds at the same time overwrite each other. A client
 * that closes the connection while it waits loses its place. A client that
 * closes it later keeps the lease until core has ended, because core goes on.
 * When core has answered, the refunds that it has booked are released and sent,
 * and what it has not booked whole is taken out again.
 */
export const oneChangeAtATime: OurMiddleware = async (
  req,
  res,
  next,
  orderId
) => {
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
      orderLease(orderId),
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
          (row) => row.filed_at >= begunAt && mayHaveAsked(req, row)
        )
      },
      { waitMs: MAX_WAIT_MS, signal: gone.signal }
    )
  } catch (error) {
    // Once it holds the lease, the client gets core's answer. A client that
    // closed the connection before that needs no answer.
    if (begun) {
      logUnfinished(req, orderId, error)
    } else if (gone.signal.aborted) {
      return
    } else if ((error as MedusaError).type !== MedusaError.Types.CONFLICT) {
      throw error
    } else {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "This order is still being changed by another request. Nothing was done for this one; ask again in a minute.",
        "instalments_busy"
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

/**
 * The id in a request's path. Core reads capitals and encoded letters alike.
 */
function aimOf({ path }: MedusaRequest) {
  const [, , kind = "", id = "", deed = ""] = path.split("/")
  return {
    kind: kind.toLowerCase(),
    id: decodeURIComponent(id),
    deed: deed.toLowerCase(),
  }
}

/**
 * Whether core files such a refund in this request. The store's own code may
 * refund at the same time, for example in a subscriber, and that refund may not
 * have ended when this request is answered.
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

/** The order that a request of one of `ORDER_ROUTES` is about, or marks as paid. */
export async function orderOf(req: MedusaRequest): Promise<string | null> {
  const { kind, id } = aimOf(req)
  // When the path names the order, core ignores the body.
  if (!id || kind === "payment-collections") {
    return withOrder.safeParse(req.body).data?.order_id ?? null
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
  return owner.safeParse(data[0]).data?.order_id ?? null
}

/** The client has its answer already: if this fails, the job does the rest. */
function logUnfinished(req: MedusaRequest, orderId: string, error: unknown) {
  req.scope
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `The refunds of order ${orderId} were not released at once: ${messageOf(error)} The job does it.`
    )
}

/**
 * Resolves when the route has answered, also when the client is gone: a closed
 * connection does not end a workflow, and a response that is closed already
 * emits no event.
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
