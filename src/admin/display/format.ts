import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { Day, Moment } from "../../api/admin/instalments/answers"

/**
 * The dashboard's language as `Intl` takes it. Where it names no country, the
 * browser's variant of it: a merchant in Cape Town reads English as of there.
 *
 * @param language As the dashboard has it, like `en`, `enGB` or `af`.
 * @param wanted The browser's languages, like `en-ZA`.
 */
export function localeOf(language: string, wanted: readonly string[]): string {
  const tag = language.replace(/([a-z])([A-Z])/, "$1-$2")
  return wanted.find((one) => one.split("-")[0] === tag) ?? tag
}

const UNITS = [
  { seconds: 86_400, unit: "day" },
  { seconds: 3_600, unit: "hour" },
  { seconds: 60, unit: "minute" },
] as const

/** Below so many seconds their tenths are told. */
const FEW = 10

/**
 * Amounts, moments and lengths of time as a person reads them.
 *
 * @param locale The language of amounts and dates.
 * @param words That of the words around them, which a length of time is one of.
 */
export function formats(locale: string, words: string) {
  const money = (currency: string): Intl.NumberFormatOptions => ({
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  })
  const date = (at: string | Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))
  const length = (count: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(words, {
      style: "unit",
      unit,
      unitDisplay: "long",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(count)
  return {
    /** Integer cents with their currency. */
    amount: (cents: number, currency: string) =>
      new Intl.NumberFormat(locale, money(currency)).format(cents / 100),

    /** The same without its cents, where room is short: on an axis. */
    roundAmount: (cents: number, currency: string) =>
      new Intl.NumberFormat(locale, {
        ...money(currency),
        notation: "compact",
        maximumFractionDigits: 1,
      }).format(cents / 100),

    /** How a spreadsheet of this language reads a CSV file: by its decimal sign. */
    csvFormat: (1.5).toLocaleString(locale).includes(",")
      ? ("excel-za" as const)
      : ("standard" as const),

    /** A month like `2026-11`. */
    month: (month: string) =>
      date(`${month}-01`, { year: "numeric", month: "long", timeZone: "UTC" }),

    /** A number of things. */
    count: (count: number) => new Intl.NumberFormat(locale).format(count),

    /** A moment in the browser's time zone. */
    moment: (at: Moment) =>
      date(at, { dateStyle: "medium", timeStyle: "short" }),

    /** The same in UTC and to the second, as logs have it. */
    momentInUtc: (at: Moment) =>
      date(at, { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" }),

    /** A calendar day. */
    day: (day: Day) => date(day, { dateStyle: "medium", timeZone: "UTC" }),

    /** The day of a date in the browser's time zone. */
    dayOf: (at: Date) => date(at, { dateStyle: "medium" }),

    /** A calendar day as an axis shows it, like `21 Nov`. */
    shortDay: (day: Day) =>
      date(day, { day: "numeric", month: "short", timeZone: "UTC" }),

    /** A length of time in its largest whole unit, like `3 days`. */
    duration: (seconds: number) => {
      const found = UNITS.find((unit) => seconds >= unit.seconds)
      if (found) {
        return length(Math.floor(seconds / found.seconds), found.unit)
      }
      const hasTenths = seconds < FEW && seconds % 1 !== 0
      return length(seconds, "second", hasTenths ? 1 : 0)
    },
  }
}

/** What `useFormats` gives. */
export type Formats = ReturnType<typeof formats>

/** How amounts, dates and durations are written in the dashboard's language. */
export function useFormats(): Formats {
  const { t, i18n } = useTranslation("instalments")
  const locale = localeOf(i18n.language, navigator.languages)
  const words = localeOf(t("lang"), navigator.languages)
  return useMemo(() => formats(locale, words), [locale, words])
}
