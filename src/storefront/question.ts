/// <reference lib="dom" />
import type { Connection } from "./request.js"

/** What a message has to ask. `amount` is major units. */
export type Question = Connection & { amount: number; currencyCode: string }

/**
 * What the attributes of a message ask, with the rest from its configuration;
 * null while something is missing or the amount is none.
 */
export function questionOf(
  attribute: (name: string) => string | null,
  config: Partial<Connection>
): Question | null {
  const text = attribute("amount")
  const amount = text?.trim() ? Number(text) : NaN
  const currencyCode = attribute("currency-code")
  const baseUrl = attribute("base-url") ?? config.baseUrl
  const publishableKey = attribute("publishable-key") ?? config.publishableKey
  if (!(amount > 0 && amount < 1e12)) {
    return null
  }
  return currencyCode && baseUrl && publishableKey
    ? { ...config, amount, currencyCode, baseUrl, publishableKey }
    : null
}
