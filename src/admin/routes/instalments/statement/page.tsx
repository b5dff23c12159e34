import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, clx, Input, Label, Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link, useSearchParams } from "react-router-dom"
import type {
  Statement,
  StatementAnswer,
  StatementDifference,
} from "../../../../api/admin/instalments/answers"
import { ROUTES, useRead } from "../../../data/queries"
import { useFormats } from "../../../display/format"
import { Page, Section } from "../../../display/page"
import { Nothing, ReadState } from "../../../display/read-state"
import { Prose } from "../../../display/values"

export const config = defineRouteConfig({
  label: "statement.title",
  translationNs: "instalments",
  rank: 4,
})

/** A month of the store, for the accountant. */
const StatementPage = () => {
  const { t } = useTranslation("instalments")
  const [address, setAddress] = useSearchParams()
  const chosen = address.get("month")
  const query = useRead<StatementAnswer>(
    ROUTES.statement,
    chosen ? { month: chosen } : {}
  )
  return (
    <Page title={t("statement.title")} text={t("statement.text")}>
      <ReadState asSection query={query} what={t("statement.what")} rows={12}>
        {({ statement }) => (
          <>
            <div className="flex items-center gap-x-2 px-1">
              <Label htmlFor="statement-month" size="small">
                {t("statement.month")}
              </Label>
              <Input
                id="statement-month"
                type="month"
                size="small"
                value={statement.month}
                // A month being typed is not one for a while.
                onChange={({ target: { value: month } }) =>
                  /^\d{4}-\d\d$/.test(month) && setAddress({ month })
                }
              />
            </div>
            <Sums statement={statement} />
            <Differences statement={statement} />
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default StatementPage

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
function Sums({ statement }: { statement: Statement }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { opening, closing, currency, is_over } = statement
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
            <Table.HeaderCell>{t("statement.title")}</Table.HeaderCell>
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
                {sign} {formats.amount(amount, currency)}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </Section>
  )
}

/** Every difference between the three sources, what has to be cleared first. */
function Differences({ statement }: { statement: Statement }) {
  const { t } = useTranslation("instalments")
  const { differences, compared: count, are_all_compared } = statement
  const newest = are_all_compared
    ? ""
    : ` ${t("statement.differences.newest", { count })}`
  return (
    <Section
      title={t("statement.differences.title")}
      text={t("statement.differences.text") + newest}
    >
      {differences.length === 0 ? (
        <Nothing
          title={t("statement.differences.none")}
          text={t("statement.differences.noneText")}
        />
      ) : (
        <ul className="divide-y">
          {differences.map((difference) => (
            <DifferenceRow
              key={`${difference.reference} ${difference.text}`}
              difference={difference}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function DifferenceRow({ difference }: { difference: StatementDifference }) {
  const { t } = useTranslation("instalments")
  const { reference, order_number, text, explained } = difference
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 py-3">
      <Badge size="2xsmall" color={explained ? "grey" : "orange"}>
        {t(`statement.differences.${explained ? "explained" : "open"}`)}
      </Badge>
      <Link
        to={`/instalments/checkouts/${reference}`}
        title={reference}
        className="txt-compact-small text-ui-fg-base whitespace-nowrap underline"
      >
        {order_number === null
          ? `${reference.slice(0, 11)}…`
          : // The shop's own may begin with one.
            String(order_number).replace(/^#?/, "#")}
      </Link>
      <Text size="small" className="text-pretty">
        <Prose>{text}</Prose>
      </Text>
    </li>
  )
}
