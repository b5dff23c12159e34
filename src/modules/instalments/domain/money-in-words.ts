/**
 * Integer cents for a person to read: `R 1 399,55`. A text that is not a
 * currency code (it can only come from outside) is put behind the amount.
 */
export function moneyInWords(cents: number, currency: string): string {
  const isCode = /^[a-z]{3}$/i.test(currency)
  const words = new Intl.NumberFormat("en-ZA", {
    minimumFractionDigits: 2,
    ...(isCode && { style: "currency" as const, currency }),
  }).format(cents / 100)
  return isCode ? words : `${words} ${currency}`
}
