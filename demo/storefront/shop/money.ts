/** Major units as the page's language writes them: `R 1 299,00`. */
export function money(amount: number, currency = "zar"): string {
  const { lang } = document.documentElement
  return new Intl.NumberFormat(lang, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).format(amount)
}
