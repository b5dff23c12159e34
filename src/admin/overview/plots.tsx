import { useTranslation } from "react-i18next"
import type { Overview } from "../../api/admin/instalments/answers"
import { useFormats } from "../display/format"
import { Bars } from "./bars"
import { PlotFrame } from "./plot"

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

/** What came in on each day, by what became of it. */
export function MoneyPlot({ overview }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { days, currency, time_zone } = overview
  const series = MONEY.map(({ key, colour }) => {
    return { key, colour, name: t(`overview.money.${key}`) }
  })
  return (
    <PlotFrame
      title={t("overview.money.title")}
      text={t("overview.money.text", { timeZone: time_zone })}
      isEmpty={days.every((day) => MONEY.every(({ key }) => !day[key].count))}
      emptyText={t("overview.money.empty")}
      figures={{
        head: [t("overview.columns.day"), ...series.map(({ name }) => name)],
        rows: days.map((day) => [
          formats.day(day.day),
          ...MONEY.map(({ key }) =>
            day[key].count
              ? `${formats.amount(day[key].amount, currency)} (${day[key].count})`
              : "–"
          ),
        ]),
      }}
    >
      <Bars
        rows={days.map((day) => ({
          label: formats.shortDay(day.day),
          ...Object.fromEntries(MONEY.map(({ key }) => [key, day[key].amount])),
        }))}
        series={series}
        text={(cents) => formats.amount(cents, currency)}
        axisText={(cents) => formats.roundAmount(cents, currency)}
      />
    </PlotFrame>
  )
}

/** Checkouts that ended without money. */
const UNPAID = [
  { key: "abandoned", colour: "var(--tag-neutral-icon)" },
  { key: "cancelled", colour: "var(--tag-purple-icon)" },
] as const

/** The checkouts of each day that ended without money. */
export function UnpaidPlot({ overview: { days } }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const { count, day: dayText, shortDay } = useFormats()
  const series = UNPAID.map(({ key, colour }) => {
    return { key, colour, name: t(`overview.unpaid.${key}`) }
  })
  return (
    <PlotFrame
      title={t("overview.unpaid.title")}
      text={t("overview.unpaid.text")}
      isEmpty={days.every((day) => UNPAID.every(({ key }) => !day[key]))}
      emptyText={t("overview.unpaid.empty")}
      figures={{
        head: [t("overview.columns.day"), ...series.map(({ name }) => name)],
        rows: days.map((day) => [
          dayText(day.day),
          ...UNPAID.map(({ key }) => count(day[key])),
        ]),
      }}
    >
      <Bars
        rows={days.map(({ day, abandoned, cancelled }) => ({
          label: shortDay(day),
          abandoned,
          cancelled,
        }))}
        series={series}
        text={count}
        axisText={count}
      />
    </PlotFrame>
  )
}

/** In how many payments shoppers chose to pay. */
export function TermsPlot({ overview }: { overview: Overview }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { terms, currency } = overview
  const termName = (count: number | null) =>
    count === null ? t("overview.terms.notKnown") : formats.count(count)
  const checkouts = t("overview.columns.checkouts")
  return (
    <PlotFrame
      title={t("overview.terms.title")}
      text={t("overview.terms.text")}
      isEmpty={terms.length === 0}
      emptyText={t("overview.terms.empty")}
      figures={{
        head: [
          t("overview.columns.payments"),
          checkouts,
          t("overview.columns.amount"),
        ],
        rows: terms.map(({ number_of_payments, count, amount }) => [
          termName(number_of_payments),
          formats.count(count),
          formats.amount(amount, currency),
        ]),
      }}
    >
      <Bars
        rows={terms.map(({ number_of_payments, count }) => ({
          label: termName(number_of_payments),
          count,
        }))}
        series={[
          { key: "count", name: checkouts, colour: "var(--tag-blue-icon)" },
        ]}
        text={formats.count}
        axisText={formats.count}
      />
    </PlotFrame>
  )
}
