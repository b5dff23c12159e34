import { clx, Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Statement } from "../../api/admin/instalments/answers"
import { useFormats } from "../display/format"
import { Nothing } from "../display/read-state"
import { FiguresTable } from "../overview/plot"
import { Section } from "../display/page"

/** How each movement changes what is outstanding, in the order that it happens. */
const MOVEMENTS = [
  { key: "paid", sign: "+" },
  { key: "placed", sign: "−" },
  { key: "returned", sign: "−" },
  { key: "filed", sign: "+" },
  { key: "in_vain", sign: "−" },
  { key: "refunded", sign: "−" },
] as const

const total = ({ unplaced, under_way }: Statement["opening"]) =>
  unplaced + under_way

/** The month's sums as they add up: what was outstanding, moved, and is outstanding. */
export function Sums({ statement }: { statement: Statement }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { opening, closing, currency, is_over } = statement
  const money = (cents: number) => formats.amount(cents, currency)
  const rows = [
    { name: t("statement.sums.opening"), amount: total(opening), isSum: true },
    ...MOVEMENTS.map(({ key, sign }) => ({
      ...{ name: t(`statement.sums.${key}`), sign },
      ...statement[key],
    })),
    {
      name: t(`statement.sums.${is_over ? "closing" : "closingSoFar"}`),
      ...{ amount: total(closing), sign: "=", isSum: true },
    },
    { name: t("statement.sums.unplaced"), amount: closing.unplaced },
    { name: t("statement.sums.under_way"), amount: closing.under_way },
  ].map((row) => ({ sign: "", count: null, isSum: false, ...row }))
  return (
    <Section
      title={formats.month(statement.month)}
      text={`${is_over ? "" : `${t("statement.soFar")} `}${t("statement.outstanding")}`}
    >
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("statement.sums.title")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("statement.sums.count")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("statement.sums.amount")}
            </Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(({ name, sign, count, amount, isSum }) => (
            <Table.Row
              key={name}
              className={clx(isSum && "text-ui-fg-base font-medium")}
            >
              <Table.Cell>{name}</Table.Cell>
              <Table.Cell className="text-right">
                {count === null ? "" : formats.count(count)}
              </Table.Cell>
              <Table.Cell className="whitespace-nowrap text-right">
                {sign} {money(amount)}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </Section>
  )
}

/** What moved on each day that something did, and what was outstanding at its end. */
export function Days({ statement }: { statement: Statement }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { currency, time_zone: timeZone } = statement
  const days = statement.days.filter((day) =>
    MOVEMENTS.some(({ key }) => day[key].count > 0)
  )
  const money = (cents: number) =>
    cents === 0 ? "–" : formats.amount(cents, currency)
  const title = t("statement.days")
  return (
    <Section title={title} text={t("statement.daysText", { timeZone })}>
      {days.length === 0 ? (
        <Nothing
          title={t("statement.lines.none")}
          text={t("statement.daysNone")}
        />
      ) : (
        <FiguresTable
          caption={title}
          figures={{
            head: [
              t("statement.columns.day"),
              ...MOVEMENTS.map(({ key }) => t(`statement.columns.${key}`)),
              t("statement.columns.closing"),
            ],
            rows: days.map((day) => [
              formats.day(day.day),
              ...MOVEMENTS.map(({ key }) => money(day[key].amount)),
              money(total(day.closing)),
            ]),
          }}
        />
      )}
    </Section>
  )
}
