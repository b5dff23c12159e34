import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Alert, Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link, useSearchParams } from "react-router-dom"
import type {
  Overview,
  OverviewAnswer,
} from "../../../api/admin/instalments/answers"
import { ROUTES, useAttention, useRead } from "../../data/queries"
import { useFormats } from "../../display/format"
import { EnvironmentBadge, Page, Section } from "../../display/page"
import { ReadState } from "../../display/read-state"
import { Bars } from "../../overview/bars"

export const config = defineRouteConfig({
  label: "overview.title",
  translationNs: "instalments",
  icon: CreditCard,
})

const LENGTHS = [7, 30, 90]

/** What came in, and what goes back. */
const OverviewPage = () => {
  const { t } = useTranslation("instalments")
  const [address, setAddress] = useSearchParams()
  const days = Number(address.get("days")) || 30
  const query = useRead<OverviewAnswer>(ROUTES.overview, { days })
  const attention = useAttention()
  const count = attention.data?.count ?? 0
  return (
    <Page
      title={t("overview.title")}
      text={t("overview.text")}
      badge={<EnvironmentBadge of={query.data?.overview.environment} />}
    >
      {count > 0 && (
        <Alert variant="warning">
          <Link to="/instalments/attention" className="underline">
            {t("overview.needsYou", { count })}
          </Link>
        </Alert>
      )}
      <div className="flex gap-2 px-1">
        {LENGTHS.map((length) => (
          <Button
            key={length}
            size="small"
            variant={length === days ? "primary" : "secondary"}
            aria-pressed={length === days}
            onClick={() => setAddress({ days: `${length}` })}
          >
            {t("overview.days", { count: length })}
          </Button>
        ))}
      </div>
      <ReadState asSection query={query} what={t("overview.what")} rows={12}>
        {({ overview }) => (
          <>
            <MoneyIn overview={overview} />
            <RefundsUnderWay overview={overview} />
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default OverviewPage

/**
 * The dashboard's own colours, which it changes between light and dark.
 * Neighbours in a stack differ in lightness too.
 */
const MONEY = [
  { key: "placed", colour: "var(--tag-green-icon)" },
  { key: "returned", colour: "var(--tag-blue-icon)" },
  { key: "held", colour: "var(--tag-red-icon)" },
  { key: "open", colour: "var(--tag-orange-icon)" },
] as const

/** What came in, in all and on each day, by what became of it. */
function MoneyIn({ overview }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { days, currency, time_zone } = overview
  const title = t("overview.money.title")
  return (
    <Section
      title={title}
      text={t("overview.money.text", { timeZone: time_zone })}
    >
      <dl className="grid grid-cols-2 gap-4 px-6 pb-4 lg:grid-cols-4">
        {MONEY.map(({ key, colour }) => (
          <div key={key}>
            <dt className="txt-compact-small text-ui-fg-subtle">
              <span
                className="mr-2 inline-block size-2 rounded-sm"
                style={{ backgroundColor: colour }}
                aria-hidden
              />
              {t(`overview.money.${key}`)}
            </dt>
            <dd className="text-ui-fg-base text-xl font-medium">
              {formats.amount(
                days.reduce((sum, day) => sum + day[key].amount, 0),
                currency
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Bars
        title={title}
        bars={days.map((day) => ({
          label: formats.shortDay(day.day),
          parts: MONEY.map(({ key, colour }) => ({
            ...{ name: t(`overview.money.${key}`), colour },
            value: day[key].amount,
          })),
        }))}
        text={(cents) => formats.amount(cents, currency)}
        axisText={(cents) => formats.roundAmount(cents, currency)}
      />
    </Section>
  )
}

/** In days, short enough to stand below every bar on a phone. */
const AGES = ["< 1", "1–3", "4–7", "8–14", "> 14"]

/** The refunds that are on their way, by how long they have been. */
function RefundsUnderWay({ overview }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const { amount, roundAmount } = useFormats()
  const { refunds_under_way: refunds, currency } = overview
  const title = t("overview.refunds.title")
  const sum = (of: "count" | "amount") =>
    refunds.reduce((all, figure) => all + figure[of], 0)
  return (
    <Section
      title={title}
      text={t("overview.refunds.text", {
        count: sum("count"),
        amount: amount(sum("amount"), currency),
      })}
    >
      <Bars
        title={title}
        bars={refunds.map((figure, age) => ({
          label: AGES[age]!,
          parts: [
            {
              name: t("overview.refunds.underWay"),
              colour: "var(--tag-orange-icon)",
              value: figure.amount,
            },
          ],
        }))}
        text={(cents) => amount(cents, currency)}
        axisText={(cents) => roundAmount(cents, currency)}
      />
    </Section>
  )
}
