import { randomUUID } from "node:crypto"
import { Refusal, type Answer, type Exchange } from "../http/exchange"
import { readJson } from "../http/read-body"
import type { Parts } from "../parts"
import type { SandboxCheckout } from "../state/records"
import { checkCheckout } from "./check-checkout"
import { checkoutResource } from "./envelopes"
import { placeField } from "./place-field"

/** `POST /api/checkouts`: creates a checkout and answers its `payment_url`. */
export function createCheckout(parts: Parts, exchange: Exchange): Answer {
  const { checkout: request } = readJson(exchange.raw)
  if (typeof request !== "object" || request === null) {
    throw new Refusal(422, "A checkout object is required.")
  }
  const fields = request as Record<string, unknown>
  const { settings } = parts.state
  const wrong = checkCheckout(fields, settings)
  if (wrong.length > 0) {
    throw new Refusal(422, wrong)
  }
  const checkout = newCheckout(fields, parts.clock.iso())
  parts.state.checkouts.set(checkout.id, checkout)
  parts.changed()
  return {
    status: 201,
    json: placeField(
      { data: checkoutResource(checkout) },
      settings.paymentUrlPosition,
      { payment_url: `${parts.url}/pay/${checkout.id}` }
    ),
  }
}

function newCheckout(
  request: Record<string, unknown>,
  created_at: string
): SandboxCheckout {
  const reference = request.client_reference_id
  return {
    id: randomUUID(),
    client_reference_id: typeof reference === "string" ? reference : null,
    amount: Number(request.amount),
    currency: String(request.currency),
    status: "received",
    created_at,
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
}
