import { ArrowDownTray } from "@medusajs/icons"
import {
  Button,
  Container,
  DataTable,
  type DataTableColumnDef,
  type DataTableEmptyStateProps,
  type DataTableFilter,
  toast,
  useDataTable,
} from "@medusajs/ui"
import { useMutation, type UseQueryResult } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { type ListQuery, sdk } from "../data/queries"
import { Failure } from "../display/read-state"
import { filterQuery, type TableState } from "./table-state"

/** A page of rows and how many there are in all. */
type Rows<T> = { rows: T[]; count: number }

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

type ExportProps = { from: string; what: string; state: TableState }

/** Saves everything that is filtered as CSV, not only the page shown. */
function ExportButton({ from, what, state }: ExportProps) {
  const save = useMutation({
    mutationFn: () => downloadCsv(from, filterQuery(state), `${what}.csv`),
    onError: ({ message }) => {
      toast.error(`The ${what} were not exported`, { description: message })
    },
  })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={save.isPending}
      onClick={() => save.mutate()}
    >
      <ArrowDownTray />
      Export CSV
    </Button>
  )
}

/**
 * Saves what a list route answers as CSV to a file. It goes through Medusa's
 * client, as a plain link would not be signed in where the dashboard uses
 * tokens.
 */
async function downloadCsv(
  path: string,
  query: ListQuery,
  fileName: string
): Promise<void> {
  const response = await sdk.client.fetch<Response>(path, {
    query,
    headers: { accept: "text/csv" },
  })
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
