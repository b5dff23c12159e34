import { originOf } from "../guard"
import type { Exchange } from "../parts"
import type { SandboxCheckout, SandboxRefundRequest } from "../state/state"
import type { Page, Resource } from "./schemas"

/** A checkout as the API shows it: four attributes, nothing else. */
export function checkoutOf(checkout: SandboxCheckout): Resource {
  return resource("checkouts", checkout)
}

/** A refund request as the API shows it. */
export function refundOf(refund: SandboxRefundRequest): Resource {
  return resource("refund_requests", refund)
}

function resource(
  type: Resource["type"],
  from: SandboxCheckout | SandboxRefundRequest
): Resource {
  const { id, amount, currency, status, created_at } = from
  return { id, type, attributes: { amount, currency, status, created_at } }
}

const DEFAULT_ITEMS = 10
const MOST_ITEMS = 100

/**
 * Cuts the page that `page[number]` and `page[items]` ask for. More than 100
 * items are 100; what is no number is the default.
 */
export function paginate(all: Resource[], c: Exchange): Page {
  const items = Math.min(read(c, "items", DEFAULT_ITEMS), MOST_ITEMS)
  const number = read(c, "number", 1)
  const last = Math.max(1, Math.ceil(all.length / items))
  const link = (page: number) =>
    `${originOf(c)}${c.req.path}?page[number]=${page}&page[items]=${items}`
  return {
    data: all.slice((number - 1) * items, number * items),
    links: {
      first: link(1),
      last: link(last),
      prev: number > 1 ? link(Math.min(number - 1, last)) : null,
      next: number < last ? link(number + 1) : null,
    },
  }
}

function read(c: Exchange, name: string, otherwise: number): number {
  const value = Number(c.req.query(`page[${name}]`) ?? otherwise)
  return Number.isSafeInteger(value) && value >= 1 ? value : otherwise
}
