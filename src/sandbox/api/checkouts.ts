import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { readJson } from "../input"
import type { Env, Parts } from "../parts"
import { Refusal } from "../refusal"
import type { SandboxCheckout } from "../state/state"
import type { FieldPosition, SandboxSettings } from "../state/settings"
import { checkoutOf, paginate } from "./resources"
import { checkoutInput, type Resource } from "./schemas"

/** `/api/checkouts`: create, fetch and list. */
export function checkoutRoutes(parts: Parts) {
  const { checkouts, settings } = parts.state
  const input = keptInput(settings)
  return (
    new Hono<Env>({ strict: false })
      .post("/", (c) => {
        const body = readJson(c.get("raw"))
        const read = input().safeParse(body)
        if (!read.success) {
          const said = read.error.issues.map(({ message }) => message)
          throw new Refusal(422, [...new Set(said)])
        }
        // Kept as it was sent, with what the service does not know.
        const request = body.checkout as Record<string, unknown>
        const checkout = newCheckout(parts, read.data.checkout, request)
        const payment_url = `${parts.url}/pay/${checkout.id}`
        const data = checkoutOf(checkout)
        return c.json(
          placeUrl(data, settings.paymentUrlPosition, { payment_url }),
          201
        )
      })
      // Newest first.
      .get("/", (c) =>
        c.json(paginate([...checkouts.values()].reverse().map(checkoutOf), c))
      )
      .get("/:id", (c) => {
        const checkout = checkouts.get(c.req.param("id"))
        if (!checkout) {
          throw new Refusal(404, "Checkout not found.")
        }
        return c.json({ data: checkoutOf(checkout) })
      })
  )
}

/** Made once for a currency: zod compiles it then, which takes longer than the rest of a request. */
function keptInput(settings: SandboxSettings) {
  let { currency } = settings
  let input = checkoutInput(settings)
  return () => {
    if (currency !== settings.currency) {
      currency = settings.currency
      input = checkoutInput(settings)
    }
    return input
  }
}

/** `payment_url` at a place that the specification leaves open. */
function placeUrl(
  data: Resource,
  position: FieldPosition,
  field: { payment_url: string }
) {
  if (position === "top") {
    return { data, ...field }
  }
  return position === "data"
    ? { data: { ...data, ...field } }
    : { data: { ...data, attributes: { ...data.attributes, ...field } } }
}

function newCheckout(
  parts: Parts,
  read: { amount: number; currency: string; client_reference_id?: string },
  request: Record<string, unknown>
): SandboxCheckout {
  const checkout: SandboxCheckout = {
    id: randomUUID(),
    client_reference_id: read.client_reference_id ?? null,
    amount: read.amount,
    currency: read.currency,
    status: "received",
    created_at: parts.clock.iso(),
    landed_at: null,
    expires_at: null,
    paid_at: null,
    cancelled_at: null,
    number_of_payments: null,
    redirect_url: null,
    declines: [],
    page: {
      step: "mobile",
      mobile_number: null,
      number_of_payments: null,
      card_last4: null,
      wrong_codes: 0,
    },
    request,
  }
  parts.state.checkouts.set(checkout.id, checkout)
  parts.changed()
  return checkout
}
