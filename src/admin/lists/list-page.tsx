import { ArrowDownTray } from "@medusajs/icons"
import {
  Button,
  Container,
  DataTable,
  type DataTableColumnDef,
  type DataTableFilter,
  toast,
  useDataTable,
} from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { CheckoutList } from "../../api/admin/instalments/answers"
import { ROUTES, sdk, useRead } from "../data/queries"
import { Page } from "../display/page"
import { Failure } from "../display/read-state"
import { useAddress } from "./address"

/** What both lists answer beside their rows. */
type ListAnswer = Omit<CheckoutList, "checkouts">

type Props<Row, Answer> = {
  /** The list by its words and its route. */
  name: "checkouts" | "refundRequests"
  rowsOf: (answer: Answer) => Row[]
  // A column's value is of any type; the cells know which.
  columns: DataTableColumnDef<Row, any>[]
  filters: DataTableFilter[]
  /** The checkout that a row leads to. */
  checkoutOf: (row: Row) => string
}

/** A list of the ledger, to search, filter, sort, page and export. */
export function ListPage<Row extends { id: string }, Answer extends ListAnswer>(
  props: Props<Row, Answer>
) {
  const { name, rowsOf, columns, filters, checkoutOf } = props
  const { t } = useTranslation("instalments")
  const navigate = useNavigate()
  const { table, query, filtered } = useAddress(filters)
  const read = useRead<Answer>(ROUTES[name], query)
  const { data } = read
  const instance = useDataTable({
    ...table,
    data: data ? rowsOf(data) : [],
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    columns,
    filters,
    isLoading: read.isPending,
    onRowClick: (_, row) => {
      navigate(`/instalments/checkouts/${checkoutOf(row)}`)
    },
  })
  const save = useMutation({
    mutationFn: () =>
      download(
        `${ROUTES[name]}/export`,
        filtered,
        `${t(`${name}.title`).toLowerCase()}.csv`
      ),
    onError: ({ message }) => {
      toast.error(t(`${name}.notExported`), { description: message })
    },
  })
  return (
    <Page title={t(`${name}.title`)} text={t(`${name}.text`)}>
      <Container className="divide-y p-0">
        <DataTable instance={instance}>
          <DataTable.Toolbar className="flex flex-col gap-2">
            <div className="flex w-full flex-wrap items-center justify-end gap-2">
              <DataTable.FilterMenu tooltip={t("table.filter")} />
              <DataTable.SortingMenu tooltip={t("table.sort")} />
              <DataTable.Search placeholder={t("table.search")} />
              <Button
                size="small"
                variant="secondary"
                isLoading={save.isPending}
                onClick={() => save.mutate()}
              >
                <ArrowDownTray />
                {t("table.export")}
              </Button>
            </div>
          </DataTable.Toolbar>
          {read.error && !data ? (
            <Failure
              what={t(`${name}.what`)}
              error={read.error}
              onRetry={() => void read.refetch()}
            />
          ) : (
            <DataTable.Table
              emptyState={{
                empty: {
                  heading: t(`${name}.empty`),
                  description: t(`${name}.emptyText`),
                },
                filtered: {
                  heading: t(`${name}.noMatch`),
                  description: t("table.changeSearch"),
                },
              }}
            />
          )}
          <DataTable.Pagination />
        </DataTable>
      </Container>
    </Page>
  )
}

/**
 * Saves what a route answers as CSV to a file. It goes through Medusa's client, as a
 * plain link would not be signed in where the dashboard uses tokens.
 */
async function download(path: string, query: object, fileName: string) {
  const response = await sdk.client.fetch<Response>(path, {
    query: { ...query },
    headers: { accept: "text/csv" },
  })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(await response.blob())
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
