import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Alert, Container, Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { Overview } from "../../../api/admin/instalments/answers"
import { useAttention, useOverview } from "../../data/queries"
import { durationText } from "../../display/format"
import { Page } from "../../display/page"
import { ReadState } from "../../display/read-state"
import { PeriodChoice, usePeriod } from "../../overview/period"
import { MoneyPlot, TermsPlot, UnpaidPlot } from "../../overview/plots"
import { RefundsPlot } from "../../overview/refunds-plot"

export const config = defineRouteConfig({
  label: "Instalments",
  icon: CreditCard,
})

/** What came in, over a period: what a shop owner would rather look at than read. */
const OverviewPage = () => {
  const { period, today, choose } = usePeriod()
  const query = useOverview(period)
  return (
    <Page
      title="Instalments"
      text="What came in, what did not, and what goes back."
    >
      <NeedsAttention />
      <PeriodChoice period={period} today={today} choose={choose} />
      <ReadState asSection query={query} what="the figures" rows={12}>
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
  const { data } = useAttention()
  if (!data?.count) {
    return null
  }
  return (
    <Alert variant="warning">
      <Link to="/instalments/attention" className="underline">
        {data.count === 1
          ? "One thing needs you"
          : `${data.count} things need you`}
      </Link>
    </Alert>
  )
}

/** How long a shopper who has paid waits for the order. */
function SettleTimes({ overview }: { overview: Overview }) {
  const { count, median_seconds, p90_seconds } = overview.callback_to_order
  return (
    <Container className="flex flex-col gap-y-4">
      <div>
        <Heading level="h2">From callback to order</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {count === 0
            ? "No order of this period was placed by a callback."
            : `Over ${count} ${count === 1 ? "order" : "orders"} placed by a callback.`}
        </Text>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Time name="Half of them within" seconds={median_seconds} />
        <Time name="Nine of ten within" seconds={p90_seconds} />
      </dl>
    </Container>
  )
}

function Time({ name, seconds }: { name: string; seconds: number | null }) {
  return (
    <div>
      <dt className="txt-compact-small text-ui-fg-subtle">{name}</dt>
      <dd className="text-ui-fg-base text-2xl font-medium">
        {seconds === null ? "–" : durationText(seconds)}
      </dd>
    </div>
  )
}
