import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useStatementLines } from "../data/statement-queries"
import { useFormats } from "../display/format"
import { Nothing, ReadState } from "../display/read-state"
import { Moment } from "../display/values"
import { FiguresTable } from "../overview/plot"
import { LineLink } from "./comparison"
import { Section } from "../display/page"

const MOVED = ["paid", "returned", "refunded"] as const
const SOURCES = ["service", "ledger", "medusa"] as const

type Props = { month: string; currency: string }

/** Each checkout of the month: what moved, and what the three sources hold of it. */
export function Lines({ month, currency }: Props) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const query = useStatementLines(month)
  const money = (cents: number) =>
    cents === 0 ? "–" : formats.amount(cents, currency)
  const title = t("statement.lines.title")
  return (
    <Section title={title} text={t("statement.lines.text")}>
      <ReadState query={query} what={t("statement.lines.what")}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines)
          return lines.length === 0 ? (
            <Nothing
              title={t("statement.lines.none")}
              text={t("statement.lines.noneText")}
            />
          ) : (
            <FiguresTable
              caption={title}
              figures={{
                head: [
                  t("statement.columns.order"),
                  t("statement.columns.paidOn"),
                  ...MOVED.map((key) => t(`statement.columns.${key}`)),
                  t("statement.columns.closing"),
                  ...SOURCES.map((key) => t(`statement.columns.${key}`)),
                  t("statement.columns.differences"),
                ],
                rows: lines.map((line) => [
                  <LineLink key="order" line={line} />,
                  <Moment key="paid" at={line.paid_at} />,
                  ...MOVED.map((key) => money(line[key].amount)),
                  money(line.closing.unplaced + line.closing.under_way),
                  ...SOURCES.map((key) => {
                    const { paid, back } = line.sources[key]
                    return `${money(paid)} / ${money(back)}`
                  }),
                  line.differences.length || "–",
                ]),
              }}
            />
          )
        }}
      </ReadState>
      {query.hasNextPage && (
        <div className="flex justify-center border-t px-6 py-3">
          <Button
            size="small"
            variant="secondary"
            isLoading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("statement.lines.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}
