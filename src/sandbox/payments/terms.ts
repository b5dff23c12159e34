import type { Band } from "../state/settings"

/** The terms that the config offers for an amount (cents), shortest first. */
export function termsFor(rules: Band[], amount: number): number[] {
  const terms = rules
    .filter((band) => band.from_amount <= amount && amount <= band.to_amount)
    .flatMap((band) => band.terms)
  return [...new Set(terms)].sort((a, b) => a - b)
}

/**
 * Splits an amount (cents) into monthly payments that add up to it: no two
 * differ by more than a cent, and the cents that do not divide are on the first
 * ones. The API specification names no rule; this one is stated in
 * docs/storefronts.md, and a shop shows its figures as "about".
 */
export function splitAmount(amount: number, payments: number): number[] {
  const share = Math.floor(amount / payments)
  const odd = amount - share * payments
  return Array.from({ length: payments }, (_, i) => share + (i < odd ? 1 : 0))
}
