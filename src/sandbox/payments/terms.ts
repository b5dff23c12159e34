import type { Band } from "../state/settings"

/** The terms that the config offers for an amount (cents), shortest first. */
export function termsFor(rules: Band[], amount: number): number[] {
  const terms = rules
    .filter((band) => band.from_amount <= amount && amount <= band.to_amount)
    .flatMap((band) => band.terms)
  return [...new Set(terms)].sort((a, b) => a - b)
}

/**
 * Splits an amount (cents) into monthly payments that add up to it; the first
 * one carries what does not divide.
 */
export function splitAmount(amount: number, payments: number): number[] {
  const monthly = Math.floor(amount / payments)
  const first = amount - monthly * (payments - 1)
  return [first, ...Array.from({ length: payments - 1 }, () => monthly)]
}
