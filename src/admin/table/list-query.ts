import type { ListQuery } from "../data/routes"
import { PAGE_SIZE, type TableState } from "./use-table-state"

/** What the table shows, as the admin route is asked for it. */
export function listQuery(state: TableState): ListQuery {
  const { offset } = state
  return { ...filterQuery(state), limit: PAGE_SIZE, offset }
}

/** The same without the page: everything that is filtered, for an export. */
export function filterQuery(state: TableState): ListQuery {
  const { search, order, filters } = state
  return { ...filters, order, ...(search ? { q: search } : {}) }
}
