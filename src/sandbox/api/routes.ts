import { Hono, type Next } from "hono"
import { readJson } from "../input"
import { endpointOf } from "../limits"
import type { Env, Exchange, Parts } from "../parts"
import { Refusal } from "../refusal"
import { sameText, sign } from "../signing"
import { checkoutRoutes } from "./checkouts"
import { refundRoutes } from "./refunds"

/**
 * Answers a request to `/api`: credentials first, then limits, then the
 * signature, then the endpoint itself.
 */
export function apiRoutes(parts: Parts) {
  const { settings } = parts.state
  const api = new Hono<Env>({ strict: false })
  api.use(async (c, next) => {
    checkCredentials(parts, c)
    countRequest(parts, c)
    await (c.req.method === "POST" ? answerSigned(parts, c, next) : next())
  })
  api.route("/checkouts", checkoutRoutes(parts))
  api.route("/refunds", refundRoutes(parts))
  // The amount bands, where the settings want them.
  api.get("/config", (c) => {
    const { rules, rulesPosition } = settings
    const data = { id: "merchant", type: "configs" }
    switch (rulesPosition) {
      case "top":
        return c.json({ rules })
      case "data":
        return c.json({ data: { ...data, rules, attributes: {} } })
      case "attributes":
        return c.json({ data: { ...data, attributes: { rules } } })
    }
  })
  return api
}

function checkCredentials({ keys }: Parts, c: Exchange): void {
  const given = c.req.header("authorization") ?? ""
  if (!keys.clientSecret.some((key) => sameText(given, `Bearer ${key}`))) {
    throw new Refusal(401, "Bad credentials")
  }
}

function countRequest({ state, limiter, clock }: Parts, c: Exchange): void {
  const endpoint = endpointOf(c.req.method, c.req.path)
  if (!endpoint) {
    throw new Refusal(404, "Not found.")
  }
  const { limits } = state.settings
  if (limits.enabled) {
    const now = limits.clock === "real" ? Date.now() : clock.now()
    limiter.count(endpoint, now, limits.clock)
  }
}

/**
 * Checks `X-Signature` of a mutating request. Unsigned ones pass until a
 * signed one was accepted, then never again.
 */
async function answerSigned(parts: Parts, c: Exchange, next: Next) {
  const { state, keys } = parts
  const raw = c.get("raw")
  readJson(raw)
  const given = c.req.header("x-signature")
  if (given !== undefined || state.signingSeen) {
    const expected = keys.signingSecret.map((key) =>
      sign(raw, { algorithm: "sha512", encoding: "base64", key })
    )
    if (!expected.some((one) => sameText(given ?? "", one))) {
      const detail = `Request signature does not match. Expected ${expected[0]}`
      throw new Refusal(400, detail)
    }
  }
  await next()
  // Only an accepted signed request makes signing required.
  state.signingSeen ||= given !== undefined && c.res.ok
}
