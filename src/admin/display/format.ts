/** Integer cents as a person writes them, in the browser's language. */
export function amountText(cents: number, currency: string): string {
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" }
  return new Intl.NumberFormat(
    undefined,
    style as Intl.NumberFormatOptions
  ).format(cents / 100)
}

/** The same without its cents, where room is short: an axis, a total. */
export function roundAmountText(cents: number, currency: string): string {
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(cents / 100)
}

/**
 * The monthly payments, as the shop showed them: the cents that do not divide
 * are on the first ones. The service tells the number only, hence "about".
 */
export function planText(
  cents: number,
  count: number,
  currency: string
): string {
  const share = Math.floor(cents / count)
  const remainder = cents - share * count
  if (count === 1 || remainder === 0) {
    return `about ${count} × ${amountText(share, currency)}`
  }
  return (
    `about ${remainder} × ${amountText(share + 1, currency)}, ` +
    `${count - remainder} × ${amountText(share, currency)}`
  )
}

const UNITS = [
  { seconds: 86_400, one: "day", many: "days" },
  { seconds: 3_600, one: "hour", many: "hours" },
  { seconds: 60, one: "minute", many: "minutes" },
] as const

/** A length of time in its largest whole unit, like `3 days`. */
export function durationText(seconds: number): string {
  const unit = UNITS.find((unit) => seconds >= unit.seconds)
  if (!unit) {
    return seconds < 10 && seconds % 1 !== 0
      ? `${seconds.toFixed(1)} seconds`
      : `${Math.round(seconds)} ${Math.round(seconds) === 1 ? "second" : "seconds"}`
  }
  const count = Math.floor(seconds / unit.seconds)
  return `${count} ${count === 1 ? unit.one : unit.many}`
}
