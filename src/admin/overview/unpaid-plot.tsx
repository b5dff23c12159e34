import type { Overview } from "../../api/admin/instalments/answers"
import { shortDay } from "./days"
import { Bars } from "./lazy-bars"
import { PlotFrame } from "./plot-frame"
import { UNPAID_SERIES } from "./series"

/** The checkouts of each day that ended without money. */
export function UnpaidPlot({ overview: { days } }: { overview: Overview }) {
  return (
    <PlotFrame
      title="Not paid"
      text="Checkouts that were cancelled or left, on the day they were created."
      isEmpty={days.every(
        ({ cancelled, abandoned }) => !cancelled && !abandoned
      )}
      emptyText="No checkout was cancelled or abandoned in this period."
      figures={{
        head: ["Day", "Abandoned", "Cancelled"],
        rows: days.map(({ day, abandoned, cancelled }) => [
          day,
          `${abandoned}`,
          `${cancelled}`,
        ]),
      }}
    >
      <Bars
        rows={days.map(({ day, abandoned, cancelled }) => ({
          label: shortDay(day),
          abandoned,
          cancelled,
        }))}
        series={UNPAID_SERIES}
        text={String}
        axisText={String}
      />
    </PlotFrame>
  )
}
