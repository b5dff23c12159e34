import { Refusal, type Answer, type Exchange } from "../http/exchange"
import type { Parts } from "../parts"
import { checkoutResource } from "./envelopes"
import { paginate } from "./paginate"

/** `GET /api/checkouts/:id` */
export function readCheckout(parts: Parts, id: string): Answer {
  const checkout = parts.state.checkouts.get(id)
  if (!checkout) {
    throw new Refusal(404, "Checkout not found.")
  }
  return { status: 200, json: { data: checkoutResource(checkout) } }
}

/** `GET /api/checkouts`: newest first. */
export function listCheckouts(parts: Parts, exchange: Exchange): Answer {
  const newestFirst = [...parts.state.checkouts.values()].reverse()
  const json = paginate(newestFirst.map(checkoutResource), exchange)
  return { status: 200, json }
}

/** `GET /api/config`: the amount bands, where the settings want them. */
export function readConfig(parts: Parts): Answer {
  const { rules, rulesPosition } = parts.state.settings
  if (rulesPosition === "top") {
    return { status: 200, json: { rules } }
  }
  const data = { id: "merchant", type: "configs" }
  return {
    status: 200,
    json: {
      data:
        rulesPosition === "data"
          ? { ...data, rules, attributes: {} }
          : { ...data, attributes: { rules } },
    },
  }
}
