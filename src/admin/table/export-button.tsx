import { ArrowDownTray } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { downloadCsv } from "../data/download-csv"
import { filterQuery } from "./list-query"
import type { TableState } from "./use-table-state"

type Props = { from: string; what: string; state: TableState }

/** Saves everything that is filtered as CSV, not only the page shown. */
export function ExportButton({ from, what, state }: Props) {
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
