/** A page of a list: `page[number]` from 1, `page[items]` a page. */
export type Page = { number: number; items: number }

/**
 * The page that a link of a list names, such as `links.next`, or null when there is
 * none. A link that leaves the configured origin and path, or names no page, is none
 * as well: it is never followed.
 */
export function linkedPage(link: unknown, list: URL): Page | null {
  if (typeof link !== "string" || !URL.canParse(link, list.href)) {
    return null
  }
  const { origin, pathname, searchParams } = new URL(link, list)
  const number = Number(searchParams.get("page[number]"))
  const items = Number(searchParams.get("page[items]"))
  const ours = origin === list.origin && pathname === list.pathname
  return ours && isCount(number) && isCount(items) ? { number, items } : null
}

const isCount = (value: number) => Number.isInteger(value) && value > 0

/** The largest page that is asked for: the specification names no maximum. */
export const LARGEST_PAGE = 100
/** The specification's default, which a service with pages accepts. */
const DEFAULT_PAGE = 10

/**
 * Where a reading continues when the service refused a page. It begins anew, as
 * there may be fewer pages now; when the first page is refused, with smaller
 * pages.
 */
export function afterRefusal({ number, items }: Page): Page {
  return {
    number: 1,
    items: number > 1 ? items : Math.min(items, DEFAULT_PAGE),
  }
}
