/** An amount band of the merchant config, in cents, both ends included. */
export type AmountBand = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/** The terms on offer for an amount in cents, ascending, each once. */
export function termsFor(bands: AmountBand[], amountCents: number): number[] {
  const terms = bands
    .filter(
      ({ from_amount, to_amount }) =>
        from_amount <= amountCents && amountCents <= to_amount
    )
    .flatMap((band) => band.terms)
  return [...new Set(terms)].sort((a, b) => a - b)
}
