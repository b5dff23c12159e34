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
