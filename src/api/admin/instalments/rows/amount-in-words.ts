/** Integer cents as a person reads them, like `R 1 399,55`. */
export function amountInWords(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-ZA", {
    style: "currency",
    currency,
  }).format(cents / 100)
}
