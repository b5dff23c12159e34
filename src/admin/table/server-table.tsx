import {
  Container,
  DataTable,
  useDataTable,
  type DataTableColumnDef,
  type DataTableEmptyStateProps,
  type DataTableFilter,
} from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { Failure } from "../display/failure"
import { ExportButton } from "./export-button"
import type { TableState } from "./use-table-state"

/** A page of rows and how many there are in all. */
export type Rows<T> = { rows: T[]; count: number }

type Props<T> = {
  /** What the rows are, like `checkouts`. */
  what: string
  query: UseQueryResult<unknown>
  rows: Rows<T> | undefined
  state: TableState
  // A column's value is of any type; the cells know which.
  columns: DataTableColumnDef<T, any>[]
  filters: DataTableFilter[]
  emptyState: DataTableEmptyStateProps
  exportFrom: string
  rowHref: (row: T) => string | undefined
}

/** Medusa's DataTable over a list that the server filters, sorts and pages. */
export function ServerTable<T extends { id: string }>(props: Props<T>) {
  const { what, query, rows, state, columns, filters, rowHref } = props
  const navigate = useNavigate()
  const table = useDataTable({
    data: rows?.rows ?? [],
    rowCount: rows?.count ?? 0,
    getRowId: ({ id }) => id,
    columns,
    filters,
    isLoading: query.isPending,
    search: { state: state.search, onSearchChange: state.setSearch },
    sorting: { state: state.sorting, onSortingChange: state.setSorting },
    filtering: { state: state.filters, onFilteringChange: state.setFilters },
    pagination: { state: state.page, onPaginationChange: state.setPage },
    onRowClick: (_, row) => {
      const href = rowHref(row)
      href && navigate(href)
    },
  })
  const retry = () => void query.refetch()
  return (
    <Container className="divide-y p-0">
      <DataTable instance={table}>
        <DataTable.Toolbar className="flex flex-col gap-2">
          <div className="flex w-full flex-wrap items-center justify-end gap-2">
            <DataTable.FilterMenu tooltip="Filter" />
            <DataTable.SortingMenu tooltip="Sort" />
            <DataTable.Search placeholder="Search any reference" />
            <ExportButton from={props.exportFrom} state={state} what={what} />
          </div>
        </DataTable.Toolbar>
        {query.error && !rows ? (
          <Failure what={`the ${what}`} error={query.error} onRetry={retry} />
        ) : (
          <DataTable.Table emptyState={props.emptyState} />
        )}
        <DataTable.Pagination />
      </DataTable>
    </Container>
  )
}
