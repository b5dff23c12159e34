import type { Overview } from "../../api/admin/instalments/answers"
import { amountText, durationText, roundAmountText } from "../display/format"
import { Bars, PlotFrame } from "./plot"

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

const DAY_SECONDS = 86_400

/** In days, short enough to stand below every bar on a phone. */
const AGES = [
  { label: "< 1", below: DAY_SECONDS },
  { label: "1–3", below: 4 * DAY_SECONDS },
  { label: "4–7", below: 8 * DAY_SECONDS },
  { label: "8–14", below: 15 * DAY_SECONDS },
  { label: "> 14", below: Infinity },
]

/** The cents of outstanding refunds by age; every refund is in one. */
function byAge(refunds: Overview["refunds_outstanding"]) {
  return AGES.map(({ label, below }, index) => {
    const from = AGES[index - 1]?.below ?? 0
    const amount = refunds
      .filter(({ age_seconds: age }) => age < below && age >= from)
      .reduce((sum, refund) => sum + refund.amount, 0)
    return { label, amount }
  })
}
