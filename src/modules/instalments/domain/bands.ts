/** An amount band of the merchant config, in cents, both ends included. */
export type AmountBand = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/** What the ledger's columns hold: R 21 474 836,47. No band reaches beyond. */
export const LARGEST_CENTS = 2_147_483_647

/** The largest amount in cents that the bands allow. */
export function highestOf(bands: AmountBand[]): number {
  const highest = Math.max(...bands.map(({ to_amount }) => to_amount))
  return Math.min(highest, LARGEST_CENTS)
}

/** The terms on offer for an amount in cents, ascending, each once. */
export function termsFor(bands: AmountBand[], amountCents: number): number[] {
  const terms = bands
    .filter(
      ({ from_amount, to_amount }) =>
        from_amount <= amountCents &&
        amountCents <= Math.min(to_amount, LARGEST_CENTS)
    )
    .flatMap((band) => band.terms)
  return [...new Set(terms)].sort((a, b) => a - b)
}
