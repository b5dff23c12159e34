import { useOverview } from "../data/use-overview"
import { ReadState } from "../display/read-state"
import { MoneyPlot } from "./money-plot"
import { NeedsAttention } from "./needs-attention"
import { PeriodChoice } from "./period-choice"
import { RefundsPlot } from "./refunds-plot"
import { SettleTimes } from "./settle-times"
import { TermsPlot } from "./terms-plot"
import { UnpaidPlot } from "./unpaid-plot"
import { usePeriod } from "./use-period"

/** What a shop owner would rather look at than read. */
export function Overview() {
  const { period, today, choose } = usePeriod()
  const query = useOverview(period)
  return (
    <>
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
    </>
  )
}
