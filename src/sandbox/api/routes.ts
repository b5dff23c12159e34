import { randomUUID } from "node:crypto"
import { Hono, type Next } from "hono"
import { readJson, Refusal } from "../input"
import { endpointOf } from "../limits"
import type { Env, Exchange, Parts } from "../parts"
import { termsFor } from "../payments"
import { newRefund, refusalOf } from "../refunds"
import { sameText, sign } from "../signing"
import type { SandboxCheckout } from "../state"
import { paginate, place, resource } from "./resources"
import { checkoutInput, refundInput } from "./schemas"

/**
 * Answers a request to `/api`: credentials first, then limits, then the
 * signature, then the endpoint itself.
 */
export function apiRoutes(parts: Parts) {
  const { state } = parts
  const api = new Hono<Env>({ strict: false })
  api.use(async (c, next) => {
    checkCredentials(parts, c)
    countRequest(parts, c)
    await (c.req.method === "POST" ? answerSigned(parts, c, next) : next())
  })
  api.post("/checkouts", (c) => {
    const checkout = newCheckout(parts, readJson(c.get("raw")))
    const payment_url = `${parts.url}/pay/${checkout.id}`
    const data = resource("checkouts", checkout)
    const { paymentUrlPosition } = state.settings
    return c.json(place(data, paymentUrlPosition, { payment_url }), 201)
  })
  // Newest first.
  api.get("/checkouts", (c) => {
    const all = [...state.checkouts.values()].reverse()
    return c.json(paginate("checkouts", all, c))
  })
  api.get("/checkouts/:id", (c) => {
    const checkout = found(state.checkouts, c.req.param("id"), "Checkout")
    return c.json({ data: resource("checkouts", checkout) })
  })
  api.post("/refunds", (c) => {
    const body = readJson(c.get("raw"))
    const checkout = found(state.checkouts, body.checkout_id, "Checkout")
    const read = refundInput.safeParse(body)
    const refused = read.success
      ? refusalOf(parts, checkout, read.data.amount)
      : read.error.issues.map(({ message }) => message)
    if (!read.success || refused) {
      throw new Refusal(422, refused ?? [])
    }
    const refund = newRefund(parts, checkout, read.data.amount)
    return c.json({ data: resource("refund_requests", refund) })
  })
  // Unless set, in no order that a client can rely on.
  api.get("/refunds", (c) => {
    const all = [...state.refundRequests.values()]
    const listed = {
      none: () => all.sort((a, b) => (a.id < b.id ? -1 : 1)),
      newest_first: () => all.reverse(),
      oldest_first: () => all,
    }[state.settings.refunds.order]()
    return c.json(paginate("refund_requests", listed, c))
  })
  api.get("/refunds/:id", (c) => {
    const id = c.req.param("id")
    const refund = found(state.refundRequests, id, "Refund request")
    return c.json({ data: resource("refund_requests", refund) })
  })
  // The amount bands, where the settings want them.
  api.get("/config", (c) => {
    const { rules, rulesPosition } = state.settings
    const data = { id: "merchant", type: "configs", attributes: {} }
    return c.json(
      rulesPosition === "top"
        ? { rules }
        : place(data, rulesPosition, { rules })
    )
  })
  return api
}

function found<T>(all: Map<string, T>, id: unknown, kind: string): T {
  const one = all.get(String(id))
  if (!one) {
    throw new Refusal(404, `${kind} not found.`)
  }
  return one
}

function checkCredentials({ state }: Parts, c: Exchange): void {
  const given = c.req.header("authorization") ?? ""
  const { clientSecret } = state.keys
  if (!clientSecret.some((key) => sameText(given, `Bearer ${key}`))) {
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
async function answerSigned({ state }: Parts, c: Exchange, next: Next) {
  const raw = c.get("raw")
  readJson(raw)
  const given = c.req.header("x-signature")
  if (given !== undefined || state.signingSeen) {
    const expected = state.keys.signingSecret.map((key) =>
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

/** Records a checkout; one that breaks a rule is refused with 422. */
function newCheckout(
  parts: Parts,
  body: Record<string, unknown>
): SandboxCheckout {
  const { currency, rules } = parts.state.settings
  const read = checkoutInput.safeParse(body)
  if (!read.success) {
    const said = read.error.issues.map(({ message }) => message)
    throw new Refusal(422, [...new Set(said)])
  }
  const wanted = read.data.checkout
  if (wanted.currency !== currency) {
    throw new Refusal(422, `Currency must be ${currency}.`)
  }
  if (termsFor(rules, wanted.amount).length === 0) {
    const detail = "Amount must lie inside a band of the merchant config."
    throw new Refusal(422, detail)
  }
  const checkout: SandboxCheckout = {
    id: randomUUID(),
    client_reference_id: wanted.client_reference_id ?? null,
    amount: wanted.amount,
    currency,
    status: "received",
    created_at: parts.clock.iso(),
    landed_at: null,
    expires_at: null,
    paid_at: null,
    cancelled_at: null,
    number_of_payments: null,
    redirect_url: null,
    declines: [],
    // Kept as it was sent, with what the service does not know.
    request: body.checkout as Record<string, unknown>,
  }
  parts.state.checkouts.set(checkout.id, checkout)
  parts.changed()
  return checkout
}
