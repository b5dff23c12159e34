import type { Exchange } from "../parts"
import type { FieldPosition } from "../settings"
import type { SandboxCheckout, SandboxRefundRequest } from "../state"

/** The service's words for what it has. */
type Type = "checkouts" | "refund_requests"

/** A checkout or refund request as the API shows it: four attributes, nothing else. */
export function resource(
  type: Type,
  from: SandboxCheckout | SandboxRefundRequest
) {
  const { id, amount, currency, status, created_at } = from
  return { id, type, attributes: { amount, currency, status, created_at } }
}

/** Answers a resource with a field at a place that the specification leaves open. */
export function place(
  data: { attributes: object },
  position: FieldPosition,
  field: object
) {
  return {
    top: { data, ...field },
    data: { data: { ...data, ...field } },
    attributes: {
      data: { ...data, attributes: { ...data.attributes, ...field } },
    },
  }[position]
}

const DEFAULT_ITEMS = 10
const MOST_ITEMS = 100

/**
 * Cuts the page that `page[number]` and `page[items]` ask for, with absolute
 * links to the others. More than 100 items are 100; what is no number is the
 * default.
 */
export function paginate(
  type: Type,
  all: (SandboxCheckout | SandboxRefundRequest)[],
  c: Exchange
) {
  const items = Math.min(read(c, "items", DEFAULT_ITEMS), MOST_ITEMS)
  const number = read(c, "number", 1)
  const last = Math.max(1, Math.ceil(all.length / items))
  const link = (page: number) =>
    `${originOf(c)}${c.req.path}?page[number]=${page}&page[items]=${items}`
  return {
    data: all
      .slice((number - 1) * items, number * items)
      .map((one) => resource(type, one)),
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

/** The sandbox's own origin, with the host name that the client used. */
export function originOf(c: Exchange): string {
  return `http://${c.req.header("host")}`
}
