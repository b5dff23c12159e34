import { ArrowDownTray } from "@medusajs/icons"
import { Button, Select, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { downloadCsv } from "../data/download-csv"
import { ROUTES } from "../data/queries"
import { useFormats } from "../display/format"

const FORMATS = ["standard", "excel-za"] as const
const ROWS = ["days", "orders"] as const

/** Saves the month's days or its orders, as the reader's spreadsheet opens it. */
export function Downloads({ month }: { month: string }) {
  const { t } = useTranslation("instalments")
  const { csvFormat } = useFormats()
  const [format, setFormat] = useState<(typeof FORMATS)[number]>(csvFormat)
  const save = useMutation({
    mutationFn: (rows: (typeof ROWS)[number]) =>
      downloadCsv(
        `${ROUTES.statement}/export`,
        { month, rows, format },
        `statement-${month}-${rows}.csv`
      ),
    onError: ({ message }) => {
      toast.error(t("statement.save.failure"), { description: message })
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-72">
        <Select
          size="small"
          value={format}
          onValueChange={(value) =>
            setFormat(FORMATS.find((one) => one === value) ?? csvFormat)
          }
        >
          <Select.Trigger aria-label={t("statement.save.format")}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {FORMATS.map((one) => (
              <Select.Item key={one} value={one}>
                {t(`statement.save.${one}`)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      </div>
      {ROWS.map((rows) => (
        <Button
          key={rows}
          size="small"
          variant="secondary"
          isLoading={save.isPending && save.variables === rows}
          onClick={() => save.mutate(rows)}
        >
          <ArrowDownTray />
          {t(`statement.save.${rows}`)}
        </Button>
      ))}
    </div>
  )
}
