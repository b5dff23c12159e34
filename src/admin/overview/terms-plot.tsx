import type { Overview } from "../../api/admin/instalments/answers"
import { amountText } from "../display/amount"
import { Bars } from "./lazy-bars"
import { PlotFrame } from "./plot-frame"

const SERIES = [
  { key: "count", name: "Checkouts", colour: "var(--tag-blue-icon)" },
]

/** In how many payments shoppers chose to pay. */
export function TermsPlot({ overview }: { overview: Overview }) {
  const { terms, currency } = overview
  return (
    <PlotFrame
      title="Terms chosen"
      text="Paid checkouts of the period by their number of payments."
      isEmpty={terms.length === 0}
      emptyText="No checkout was paid in this period."
      figures={{
        head: ["Payments", "Checkouts", "Amount"],
        rows: terms.map(({ number_of_payments, count, amount }) => [
          termName(number_of_payments),
          `${count}`,
          amountText(amount, currency),
        ]),
      }}
    >
      <Bars
        rows={terms.map(({ number_of_payments, count }) => ({
          label: termName(number_of_payments),
          count,
        }))}
        series={SERIES}
        text={String}
        axisText={String}
      />
    </PlotFrame>
  )
}

function termName(count: number | null): string {
  return count === null ? "Not known" : `${count}`
}
