import { formatMoney } from "medusa-payment-instalments-storefront"

/** Major units as the page's language writes them: `R 1 299,00`. */
export function money(amount: number, currency = "zar"): string {
  return formatMoney(amount, currency, document.documentElement.lang)
}
