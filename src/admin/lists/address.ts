import type {
  DataTableFilter,
  DataTableFilteringState,
  DataTableSortingState,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { useFormats } from "../display/format"

/** Rows a page. */
const PAGE_SIZE = 20

/**
 * Search, filters, sorting and page of a table, kept in the address: a list
 * can be sent to a colleague, and the browser's back goes back.
 */
export function useAddress(filters: DataTableFilter[]) {
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
  const q = address.get("q") ?? ""
  const order = address.get("order") ?? "-created_at"
  const offset = Number(address.get("offset")) || 0
  const chosen = useMemo(
    () => readFilters(address, filters),
    [address, filters]
  )
  const filtered = { ...chosen, order, ...(q ? { q } : {}) }
  return {
    /** What `useDataTable` is told, and tells. */
    table: {
      search: {
        state: q,
        // The table tells its search when it appears, too.
        onSearchChange: (text: string) =>
          text === q || change({ q: text, offset: undefined }),
      },
      sorting: {
        state: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
        onSortingChange: (sorting: DataTableSortingState | null) =>
          change({
            order: sorting ? `${sorting.desc ? "-" : ""}${sorting.id}` : "",
            offset: undefined,
          }),
      },
      filtering: {
        state: chosen,
        onFilteringChange: (state: DataTableFilteringState) =>
          change({
            ...Object.fromEntries(
              filters.map(({ id }) => [id, JSON.stringify(state[id])])
            ),
            offset: undefined,
          }),
      },
      pagination: {
        state: {
          pageIndex: Math.floor(offset / PAGE_SIZE),
          pageSize: PAGE_SIZE,
        },
        onPaginationChange: ({ pageIndex }: { pageIndex: number }) =>
          change({ offset: pageIndex ? `${pageIndex * PAGE_SIZE}` : "" }),
      },
    },
    /** What the admin route is asked for. */
    query: { ...filtered, limit: PAGE_SIZE, offset },
    /** The same without the page: everything that is filtered, for an export. */
    filtered,
  }
}

/** The filters that stand in the address; what is not understood is left out. */
function readFilters(
  address: URLSearchParams,
  filters: DataTableFilter[]
): DataTableFilteringState {
  return Object.fromEntries(
    filters.flatMap(({ id }) => {
      try {
        return [[id, JSON.parse(address.get(id) ?? "") as unknown]]
      } catch {
        return []
      }
    })
  )
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
    const options = PERIODS.map((count) => ({
      label: t("table.lastDays", { count }),
      value: { $gte: new Date(hour - count * DAY_MS).toISOString() },
    }))
    return { type: "date" as const, options, formatDateValue: dayOf }
  }, [t, dayOf])
}
