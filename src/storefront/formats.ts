/// <reference lib="dom" />

/**
 * An amount in major units as a language writes it: `R 1 299,00`. Without a
 * language, or with what is none, it is written as the browser's own does.
 */
export function formatMoney(
  amount: number,
  currency: string,
  lang?: string
): string {
  return inLanguage(lang, (tag) =>
    new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
    }).format(amount)
  )
}

/** A day like `2026-11-24` as a language writes it: "Tuesday, 24 November 2026". */
export function formatDay(day: string, lang?: string): string {
  return inLanguage(lang, (tag) =>
    new Intl.DateTimeFormat(tag, {
      dateStyle: "full",
      timeZone: "UTC",
    }).format(new Date(day))
  )
}

/** Numbers to choose from: "3, 6 or 12". */
export function formatChoice(numbers: number[], lang?: string): string {
  return inLanguage(lang, (tag) =>
    new Intl.ListFormat(tag, { type: "disjunction" }).format(
      numbers.map(String)
    )
  )
}

function inLanguage(
  lang: string | undefined,
  format: (tag: string | undefined) => string
): string {
  try {
    return format(lang || undefined)
  } catch {
    // A page may call its language anything, also what is no language.
    return format(undefined)
  }
}
