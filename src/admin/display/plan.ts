import { amountText } from "./amount"

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
