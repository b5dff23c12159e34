import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Alert, Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { Overview } from "../../../api/admin/instalments/answers"
import { useAttention, useOverview } from "../../data/queries"
import { useFormats } from "../../display/format"
import { Page } from "../../display/page"
import { ReadState } from "../../display/read-state"
import { PeriodChoice, usePeriod } from "../../overview/period"
import { MoneyPlot, TermsPlot, UnpaidPlot } from "../../overview/plots"
import { RefundsPlot } from "../../overview/refunds-plot"

export const config = defineRouteConfig({
  label: "overview.title",
  translationNs: "instalments",
  icon: CreditCard,
})

/** What came in, over a period: what a shop owner would rather look at than read. */
const OverviewPage = () => {
  const { t } = useTranslation("instalments")
  const { period, today, choose } = usePeriod()
  const query = useOverview(period)
  return (
    <Page title={t("overview.title")} text={t("overview.text")}>
      <NeedsAttention />
      <PeriodChoice period={period} today={today} choose={choose} />
      <ReadState asSection query={query} what={t("overview.what")} rows={12}>
        {(overview) => (
          <>
            <MoneyPlot overview={overview} />
            <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
              <UnpaidPlot overview={overview} />
              <TermsPlot overview={overview} />
              <RefundsPlot overview={overview} />
              <SettleTimes overview={overview} />
            </div>
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default OverviewPage

/** Leads to what needs a person; silent when nothing does. */
function NeedsAttention() {
  const { t } = useTranslation("instalments")
  const { data } = useAttention()
  if (!data?.count) {
    return null
  }
  return (
    <Alert variant="warning">
      <Link to="/instalments/attention" className="underline">
        {t("overview.needsYou", { count: data.count })}
      </Link>
    </Alert>
  )
}

/** How long a shopper who has paid waits for the order. */
function SettleTimes({ overview }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const { count, median_seconds, p90_seconds } = overview.callback_to_order
  return (
    <Container className="flex flex-col gap-y-4">
      <div>
        <Heading level="h2">{t("overview.settling.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {count === 0
            ? t("overview.settling.none")
            : t("overview.settling.over", { count })}
        </Text>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Time name={t("overview.settling.half")} seconds={median_seconds} />
        <Time name={t("overview.settling.nineOfTen")} seconds={p90_seconds} />
      </dl>
    </Container>
  )
}

function Time({ name, seconds }: { name: string; seconds: number | null }) {
  const { duration } = useFormats()
  return (
    <div>
      <dt className="txt-compact-small text-ui-fg-subtle">{name}</dt>
      <dd className="text-ui-fg-base text-2xl font-medium">
        {seconds === null ? "–" : duration(seconds)}
      </dd>
    </div>
  )
}
