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

/** Amounts and moments as a person reads them. */
export function formats(locale: string) {
  /** What is no currency code, as only the service can say it, stands behind. */
  const money = (
    cents: number,
    currency: string,
    options: Intl.NumberFormatOptions = {}
  ) => {
    const isCode = /^[a-z]{3}$/i.test(currency)
    const style: Intl.NumberFormatOptions = isCode
      ? { style: "currency", currency, currencyDisplay: "narrowSymbol" }
      : { minimumFractionDigits: 2 }
    const words = new Intl.NumberFormat(locale, { ...style, ...options })
    const amount = words.format(cents / 100)
    return isCode ? amount : `${amount} ${currency}`
  }
  const date = (at: string | Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))
  return {
    /** Integer cents with their currency. */
    amount: (cents: number, currency: string) => money(cents, currency),

    /** The same without its cents, where room is short: on an axis. */
    roundAmount: (cents: number, currency: string) =>
      money(cents, currency, {
        notation: "compact",
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),

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

    /** The day of a date in the browser's time zone. */
    dayOf: (at: Date) => date(at, { dateStyle: "medium" }),

    /** A calendar day as an axis shows it, like `21 Nov`. */
    shortDay: (day: Day) =>
      date(day, { day: "numeric", month: "short", timeZone: "UTC" }),
  }
}

/** What `useFormats` gives. */
export type Formats = ReturnType<typeof formats>

/** How amounts, dates and durations are written for the reader. */
export function useFormats(): Formats {
  const locale = englishOf(navigator.languages)
  return useMemo(() => formats(locale), [locale])
}
