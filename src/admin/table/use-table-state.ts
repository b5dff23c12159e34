import type {
  DataTableFilteringState,
  DataTableSortingState,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { readFilters, writeFilters } from "./filters-in-address"

/** Rows a page. */
export const PAGE_SIZE = 20

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
