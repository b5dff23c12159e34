/**
 * Integer cents for a person to read: `R 1 399,55`. A text that is not a
 * currency code (it can only come from outside) is put behind the amount; an amount that
 * could not be read is null.
 */
export function moneyInWords(cents: number | null, currency: string): string {
  if (cents === null) {
    return "an amount that cannot be read"
  }
  const isCode = /^[a-z]{3}$/i.test(currency)
  const words = new Intl.NumberFormat("en-ZA", {
    minimumFractionDigits: 2,
    ...(isCode && { style: "currency" as const, currency }),
  }).format(cents / 100)
  return isCode ? words : `${words} ${currency}`
}
