import { Refusal, type Answer, type Exchange } from "../http/exchange"
import { readJson } from "../http/read-body"
import { endpointOf, type Endpoint } from "../limits/endpoints"
import type { Parts } from "../parts"
import { checkSignature } from "../signing/check-request"
import { sameText } from "../signing/sign"
import { createCheckout } from "./create-checkout"
import { listCheckouts, readCheckout, readConfig } from "./read-checkouts"
import { createRefund, listRefunds, readRefund } from "./refunds"

/**
 * Answers a request to `/api`: credentials first, then limits, then the
 * signature, then the endpoint itself.
 */
export function answerApi(parts: Parts, exchange: Exchange): Answer {
  checkCredentials(parts, exchange)
  const endpoint = endpointOf(exchange.method, exchange.path)
  if (!endpoint) {
    throw new Refusal(404, "Not found.")
  }
  const { limits } = parts.state.settings
  if (limits.enabled) {
    const now = limits.clock === "real" ? Date.now() : parts.clock.now()
    parts.limiter.count(endpoint, now, limits.clock)
  }
  return exchange.method === "POST"
    ? answerSigned(parts, exchange, endpoint)
    : route(parts, exchange, endpoint)
}

function answerSigned(
  parts: Parts,
  exchange: Exchange,
  endpoint: Endpoint
): Answer {
  readJson(exchange.raw)
  const signed = checkSignature(parts, exchange)
  const answer = route(parts, exchange, endpoint)
  // Only a request that was accepted makes signing stick.
  parts.state.signingSeen ||= signed
  return answer
}

function route(parts: Parts, exchange: Exchange, endpoint: Endpoint): Answer {
  const id = exchange.path.split("/")[3] ?? ""
  switch (endpoint) {
    case "POST /api/checkouts":
      return createCheckout(parts, exchange)
    case "GET /api/checkouts":
      return listCheckouts(parts, exchange)
    case "GET /api/checkouts/:id":
      return readCheckout(parts, id)
    case "GET /api/config":
      return readConfig(parts)
    case "POST /api/refunds":
      return createRefund(parts, exchange)
    case "GET /api/refunds":
      return listRefunds(parts, exchange)
    case "GET /api/refunds/:id":
      return readRefund(parts, id)
  }
}

function checkCredentials(parts: Parts, { headers }: Exchange): void {
  const expected = `Bearer ${parts.secrets.clientSecret}`
  if (!sameText(headers.authorization ?? "", expected)) {
    throw new Refusal(401, "Bad credentials")
  }
}
