import { useMemo } from "react"
import type { Day, Moment } from "../../api/admin/instalments/answers"

/**
 * The browser's English, as the console's words are: a merchant in Cape Town reads
 * amounts and dates as they are written there.
 *
 * @param wanted The browser's languages, like `en-ZA`.
 */
export function englishOf(wanted: readonly string[]): string {
  return wanted.find((one) => one.split("-")[0] === "en") ?? "en"
}

const UNITS = [
  { seconds: 86_400, unit: "day" },
  { seconds: 3_600, unit: "hour" },
  { seconds: 60, unit: "minute" },
] as const

/** Below so many seconds their tenths are told. */
const FEW = 10

/** Amounts, moments and lengths of time as a person reads them. */
export function formats(locale: string) {
  const money = (currency: string): Intl.NumberFormatOptions => ({
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  })
  const date = (at: string | Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))
  const length = (count: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
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

/** How amounts, dates and durations are written for the reader. */
export function useFormats(): Formats {
  const locale = englishOf(navigator.languages)
  return useMemo(() => formats(locale), [locale])
}
