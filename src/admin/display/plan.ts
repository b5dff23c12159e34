import { amountText } from "./amount"

/**
 * The payments of a month, as the shopper was shown them: the cents that do not
 * divide are on the first ones.
 */
export function planText(
  cents: number,
  count: number,
  currency: string
): string {
  const share = Math.floor(cents / count)
  const remainder = cents - share * count
  if (count === 1 || remainder === 0) {
    return `${count} × ${amountText(share, currency)}`
  }
  return (
    `${remainder} × ${amountText(share + 1, currency)}, ` +
    `${count - remainder} × ${amountText(share, currency)}`
  )
}
