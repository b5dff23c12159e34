import { formatDay } from "medusa-payment-instalments-storefront"

/** A day like `2026-11-24` in the words of the page's language. */
export function day(date: string): string {
  return formatDay(date, document.documentElement.lang)
}
