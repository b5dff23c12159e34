import type { Overview } from "../../api/admin/instalments/answers"
import { amountText, roundAmountText } from "../display/format"
import type { Series } from "./bars"
import { shortDay } from "./period"
import { Bars, PlotFrame } from "./plot"

/**
 * The dashboard's own colours, which it changes between light and dark.
 * Neighbours in a stack differ in lightness too.
 */
const MONEY_SERIES: Series[] = [
  { key: "placed", name: "Placed", colour: "var(--tag-green-icon)" },
  { key: "returned", name: "Returned", colour: "var(--tag-blue-icon)" },
  { key: "held", name: "Held", colour: "var(--tag-red-icon)" },
  { key: "open", name: "Not settled yet", colour: "var(--tag-orange-icon)" },
]

/** Checkouts that ended without money. */
const UNPAID_SERIES: Series[] = [
  { key: "abandoned", name: "Abandoned", colour: "var(--tag-neutral-icon)" },
  { key: "cancelled", name: "Cancelled", colour: "var(--tag-purple-icon)" },
]

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

const TERMS_SERIES = [
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
        series={TERMS_SERIES}
        text={String}
        axisText={String}
      />
    </PlotFrame>
  )
}

function termName(count: number | null): string {
  return count === null ? "Not known" : `${count}`
}
