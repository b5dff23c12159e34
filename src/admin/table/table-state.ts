import type {
  DataTableFilteringState,
  DataTableSortingState,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { ListQuery } from "../data/queries"
import { useFormats } from "../display/format"

/** Rows a page. */
const PAGE_SIZE = 20

/**
 * Search, filters, sorting and page of a table, kept in the address: a list
 * can be sent to a colleague, and the browser's back goes back.
 */
export function useTableState(filterIds: string[]) {
  const [address, setAddress] = useSearchParams()
  const change = (changes: Record<string, string | undefined>) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) {
          value ? after.set(key, value) : after.delete(key)
        }
        return after
      },
      { replace: true }
    )
  const order = address.get("order") ?? "-created_at"
  const offset = Number(address.get("offset")) || 0
  const filters = useMemo(
    () => readFilters(address, filterIds),
    [address, filterIds]
  )
  return {
    search: address.get("q") ?? "",
    order,
    offset,
    filters,
    sorting: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
    page: { pageIndex: Math.floor(offset / PAGE_SIZE), pageSize: PAGE_SIZE },
    setSearch: (q: string) => {
      // The table tells its search when it appears, too.
      if (q !== (address.get("q") ?? "")) {
        change({ q, offset: undefined })
      }
    },
    setPage: ({ pageIndex }: { pageIndex: number }) =>
      change({ offset: pageIndex ? `${pageIndex * PAGE_SIZE}` : undefined }),
    setSorting: (sorting: DataTableSortingState | null) =>
      change({
        order: sorting ? orderOf(sorting) : undefined,
        offset: undefined,
      }),
    setFilters: (filters: DataTableFilteringState) =>
      change({ ...writeFilters(filters, filterIds), offset: undefined }),
  }
}

function orderOf({ id, desc }: DataTableSortingState): string {
  return desc ? `-${id}` : id
}

/** What `useTableState` gives. */
export type TableState = ReturnType<typeof useTableState>

/** The filters that stand in the address; what is not understood is left out. */
function readFilters(
  address: URLSearchParams,
  ids: string[]
): DataTableFilteringState {
  const filters: DataTableFilteringState = {}
  for (const id of ids) {
    const value = parse(address.get(id))
    if (value !== undefined) {
      filters[id] = value
    }
  }
  return filters
}

/** The filters as they stand in the address; undefined takes one out. */
function writeFilters(
  filters: DataTableFilteringState,
  ids: string[]
): Record<string, string | undefined> {
  return Object.fromEntries(
    ids.map((id) => [
      id,
      filters[id] === undefined ? undefined : JSON.stringify(filters[id]),
    ])
  )
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

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

const DAY_MS = 86_400_000

/** The lengths of the periods offered, in days. */
const PERIODS = [1, 7, 30, 100]

/**
 * What both lists' date filters offer: periods that end now, and any two days.
 * Counted from the whole hour, so that a filter chosen twice stands in the address
 * the same.
 */
export function useDateFilter() {
  const { t } = useTranslation("instalments")
  const { dayOf } = useFormats()
  return useMemo(() => {
    const hour = new Date().setMinutes(0, 0, 0)
    const options = PERIODS.map((days) => ({
      label:
        days === 1
          ? t("table.last24Hours")
          : t("table.lastDays", { count: days }),
      value: { $gte: new Date(hour - days * DAY_MS).toISOString() },
    }))
    return {
      type: "date" as const,
      options,
      rangeOptionLabel: t("table.custom"),
      rangeOptionStartLabel: t("table.starting"),
      rangeOptionEndLabel: t("table.ending"),
      formatDateValue: dayOf,
    }
  }, [t, dayOf])
}
