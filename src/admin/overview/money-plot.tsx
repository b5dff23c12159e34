import type { Overview } from "../../api/admin/instalments/answers"
import { amountText, roundAmountText } from "../display/amount"
import { shortDay } from "./days"
import { Bars } from "./lazy-bars"
import { PlotFrame } from "./plot-frame"
import { MONEY_SERIES } from "./series"

/** What came in on each day, by what became of it. */
export function MoneyPlot({ overview }: { overview: Overview }) {
  const { days, currency, time_zone } = overview
  const parts = ["placed", "returned", "held", "open"] as const
  return (
    <PlotFrame
      title="Money in"
      text={`By what became of it, on the day of payment (${time_zone}).`}
      isEmpty={days.every((day) => parts.every((part) => !day[part].count))}
      emptyText="No checkout was paid in this period."
      figures={{
        head: ["Day", ...MONEY_SERIES.map(({ name }) => name)],
        rows: days.map((day) => [
          day.day,
          ...parts.map((part) =>
            day[part].count
              ? `${amountText(day[part].amount, currency)} (${day[part].count})`
              : "–"
          ),
        ]),
      }}
    >
      <Bars
        rows={days.map((day) => ({
          label: shortDay(day.day),
          ...Object.fromEntries(parts.map((part) => [part, day[part].amount])),
        }))}
        series={MONEY_SERIES}
        text={(cents) => amountText(cents, currency)}
        axisText={(cents) => roundAmountText(cents, currency)}
      />
    </PlotFrame>
  )
}
