import type { Overview } from "../../api/admin/instalments/answers"
import { amountText, roundAmountText } from "../display/amount"
import { durationText } from "../display/duration"
import { Bars } from "./lazy-bars"
import { PlotFrame } from "./plot-frame"
import { byAge } from "./refund-ages"

const SERIES = [
  { key: "amount", name: "Outstanding", colour: "var(--tag-orange-icon)" },
]

/** The refunds that are on their way, by how long they have been. */
export function RefundsPlot({ overview }: { overview: Overview }) {
  const { refunds_outstanding: refunds, currency } = overview
  const total = overview.refunds_outstanding_total
  return (
    <PlotFrame
      title="Refunds outstanding"
      text={`Now: ${total.count}, ${amountText(total.amount, currency)} in all, by age in days.`}
      isEmpty={refunds.length === 0}
      emptyText="No refund is on its way."
      figures={{
        head: ["Reference", "Status", "Age", "Amount"],
        rows: refunds.map(({ reference, status, age_seconds, amount }) => [
          reference,
          status.replace("_", " "),
          durationText(age_seconds),
          amountText(amount, currency),
        ]),
      }}
    >
      <Bars
        rows={byAge(refunds)}
        series={SERIES}
        text={(cents) => amountText(cents, currency)}
        axisText={(cents) => roundAmountText(cents, currency)}
      />
    </PlotFrame>
  )
}
