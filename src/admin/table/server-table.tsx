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
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { downloadCsv } from "../data/download-csv"
import { Failure } from "../display/read-state"
import { filterQuery, type TableState } from "./table-state"

/** A page of rows, and how many there are in all. */
type Rows<T> = { rows: T[]; count: number }

type Props<T> = {
  /** What the rows are, as it follows “Could not read …”. */
  what: string
  query: UseQueryResult<unknown>
  rows: Rows<T> | undefined
  state: TableState
  // A column's value is of any type; the cells know which.
  columns: DataTableColumnDef<T, any>[]
  filters: DataTableFilter[]
  emptyState: DataTableEmptyStateProps
  exported: Exported
  rowHref: (row: T) => string | undefined
}

/** Medusa's DataTable over a list that the server filters, sorts and pages. */
export function ServerTable<T extends { id: string }>(props: Props<T>) {
  const { what, query, rows, state, columns, filters, rowHref } = props
  const { t } = useTranslation("instalments")
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
        <DataTable.Toolbar
          className="flex flex-col gap-2"
          translations={{ clearAll: t("table.clearAll") }}
        >
          <div className="flex w-full flex-wrap items-center justify-end gap-2">
            <DataTable.FilterMenu tooltip={t("table.filter")} />
            <DataTable.SortingMenu tooltip={t("table.sort")} />
            <DataTable.Search placeholder={t("table.search")} />
            <ExportButton exported={props.exported} state={state} />
          </div>
        </DataTable.Toolbar>
        {query.error && !rows ? (
          <Failure what={what} error={query.error} onRetry={retry} />
        ) : (
          <DataTable.Table emptyState={props.emptyState} />
        )}
        <DataTable.Pagination
          translations={{
            of: t("table.of"),
            results: t("table.results"),
            pages: t("table.pages"),
            prev: t("table.previous"),
            next: t("table.next"),
          }}
        />
      </DataTable>
    </Container>
  )
}

/** Where a list is had as CSV, the file's name, and what is said on failure. */
type Exported = { from: string; fileName: string; failure: string }

type ExportProps = { exported: Exported; state: TableState }

/** Saves everything that is filtered as CSV, not only the page shown. */
function ExportButton({ exported, state }: ExportProps) {
  const { t } = useTranslation("instalments")
  const { from, fileName, failure } = exported
  const save = useMutation({
    mutationFn: () => downloadCsv(from, filterQuery(state), fileName),
    onError: ({ message }) => {
      toast.error(failure, { description: message })
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
      {t("table.export")}
    </Button>
  )
}
