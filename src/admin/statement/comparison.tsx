import { Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type {
  StatementDifference,
  StatementLine,
  StatementLinesAnswer,
} from "../../api/admin/instalments/answers"
import { useComparison } from "../data/statement-queries"
import { useFormats } from "../display/format"
import { Failure, Nothing } from "../display/read-state"
import { Prose } from "../display/values"
import { FiguresTable } from "../overview/plot"
import { Section } from "../display/page"

const SOURCES = ["service", "ledger", "medusa"] as const

type Props = { month: string; currency: string }

/** The three sources' sums side by side, and every difference between them. */
export function Comparison({ month, currency }: Props) {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  const query = useComparison(month)
  const pages = query.data?.pages ?? []
  const isDone = query.isSuccess && !query.hasNextPage
  const count = pages.reduce((sum, { compared }) => sum + compared, 0)
  const title = t("statement.sources.title")
  const done = t(`statement.sources.${isDone ? "compared" : "comparing"}`, {
    count,
  })
  const sum = (source: (typeof SOURCES)[number], of: "paid" | "back") =>
    pages.reduce((cents, { sums }) => cents + sums[source][of], 0)
  return (
    <>
      <Section title={title} text={`${t("statement.sources.text")} ${done}`}>
        <FiguresTable
          caption={title}
          figures={{
            head: [
              t("statement.columns.source"),
              t("statement.columns.paid"),
              t("statement.columns.back"),
            ],
            rows: SOURCES.map((source) => [
              t(`statement.sources.${source}`),
              amount(sum(source, "paid"), currency),
              amount(sum(source, "back"), currency),
            ]),
          }}
        />
        {query.error && (
          <Failure
            what={t("statement.sources.what")}
            error={query.error}
            onRetry={() => void query.fetchNextPage()}
          />
        )}
      </Section>
      <Differences pages={pages} isDone={isDone} />
    </>
  )
}

type Named = StatementDifference & { line: StatementLine | null }

/** All that differs, what has to be cleared first. */
function named(pages: StatementLinesAnswer[]): Named[] {
  const all = pages.flatMap(({ lines, apart }) => [
    ...lines.flatMap((line) =>
      line.differences.map((difference) => ({ ...difference, line }))
    ),
    ...apart.map(({ difference }) => ({ ...difference, line: null })),
  ])
  return all.sort((a, b) => Number(a.explained) - Number(b.explained))
}

type DifferencesProps = { pages: StatementLinesAnswer[]; isDone: boolean }

function Differences({ pages, isDone }: DifferencesProps) {
  const { t } = useTranslation("instalments")
  const differences = named(pages)
  if (differences.length === 0 && !isDone) {
    return null
  }
  return (
    <Section
      title={t("statement.differences.title")}
      text={t("statement.differences.text")}
    >
      {differences.length === 0 ? (
        <Nothing
          title={t("statement.differences.none")}
          text={t("statement.differences.noneText")}
        />
      ) : (
        <ul className="max-h-96 divide-y overflow-auto border-t" tabIndex={0}>
          {differences.map((difference) => (
            <DifferenceRow
              key={`${difference.line?.id} ${difference.text}`}
              difference={difference}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function DifferenceRow({ difference }: { difference: Named }) {
  const { t } = useTranslation("instalments")
  const { line, text, explained } = difference
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 py-3">
      <Badge size="2xsmall" color={explained ? "grey" : "orange"}>
        {t(`statement.differences.${explained ? "explained" : "open"}`)}
      </Badge>
      {line && <LineLink line={line} />}
      <Text size="small" className="text-pretty">
        <Prose>{text}</Prose>
      </Text>
    </li>
  )
}

/** The way to a checkout's page, by its order's number where it has one. */
export function LineLink({ line }: { line: StatementLine }) {
  return (
    <Link
      to={`/instalments/checkouts/${line.id}`}
      title={line.id}
      className="txt-compact-small text-ui-fg-base whitespace-nowrap underline"
    >
      {line.order_number === null
        ? `${line.id.slice(0, 11)}…`
        : // The shop's own may begin with one.
          String(line.order_number).replace(/^#?/, "#")}
    </Link>
  )
}
