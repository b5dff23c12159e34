import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  RateLimitError,
  RuleError,
  ServiceError,
} from "../../../modules/instalments/service-api"
import { codeOf } from "../../../modules/instalments/rules"
import { messageOf, withoutSql } from "../../../modules/instalments/log"
import type { Refusal } from "./answers"

export type Route = (
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) => Promise<void>

/** The action does not apply now: answered 409 with this message. */
export class DoesNotApply extends Error {}

/**
 * A route that acts. It answers the refusals that Medusa's error handler does
 * not know: 409 when the action does not apply, 429 with the time when the
 * service's limit is used up, 502 when the service does not answer properly.
 */
export function answering(route: Route): Route {
  return async (req, res) => {
    try {
      await withoutSql(route(req, res))
    } catch (error) {
      const ledger = req.scope.resolve(INSTALMENTS_MODULE)
      const refused = refusalOf(error, ledger.now())
      if (!refused) {
        throw error
      }
      const { status, refusal } = refused
      if (refusal.retry_after !== undefined) {
        res.setHeader("retry-after", refusal.retry_after)
      }
      res.status(status).json(refusal)
    }
  }
}

function refusalOf(
  error: unknown,
  now: number
): { status: number; refusal: Refusal } | null {
  const message = messageOf(error)
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfterSeconds
    const retry_at = new Date(now + seconds * 1_000).toISOString()
    const refusal = { message, retry_after: seconds, retry_at }
    return {
      status: 429,
      refusal: {
        ...{ type: "too_many_requests", code: "instalments_rate_limited" },
        ...refusal,
      },
    }
  }
  if (error instanceof ServiceError && !(error instanceof RuleError)) {
    const code = "instalments_service_error"
    return { status: 502, refusal: { type: "service_error", code, message } }
  }
  // A workflow rethrows Medusa's errors without their class.
  const { type } = (error ?? {}) as { type?: unknown }
  const ruledOut =
    error instanceof DoesNotApply ||
    error instanceof RuleError ||
    type === MedusaError.Types.NOT_ALLOWED
  if (ruledOut) {
    const code = codeOf(error) ?? "instalments_does_not_apply"
    return { status: 409, refusal: { type: "conflict", code, message } }
  }
  if (/timed-out acquiring lock/i.test(message)) {
    const busy = "Somebody else is doing this at the moment. Look again soon."
    const code = "instalments_busy"
    return { status: 409, refusal: { type: "conflict", code, message: busy } }
  }
  return null
}
