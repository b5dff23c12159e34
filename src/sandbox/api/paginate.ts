import type { Exchange } from "../http/exchange"
import type { Resource } from "./envelopes"

const DEFAULT_ITEMS = 10
const MOST_ITEMS = 100

/** One page of a list, with absolute links to the others. */
export type Page = {
  data: Resource[]
  links: {
    first: string
    last: string
    prev: string | null
    next: string | null
  }
}

/**
 * Cuts the page that `page[number]` and `page[items]` ask for. More than 100
 * items are 100; what is no number is the default.
 */
export function paginate(all: Resource[], exchange: Exchange): Page {
  const items = Math.min(read(exchange, "items", DEFAULT_ITEMS), MOST_ITEMS)
  const number = read(exchange, "number", 1)
  const last = Math.max(1, Math.ceil(all.length / items))
  const link = (page: number) =>
    `${exchange.origin}${exchange.path}` +
    `?page[number]=${page}&page[items]=${items}`
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

function read(exchange: Exchange, name: string, otherwise: number): number {
  const value = Number(exchange.query.get(`page[${name}]`) ?? otherwise)
  return Number.isSafeInteger(value) && value >= 1 ? value : otherwise
}
