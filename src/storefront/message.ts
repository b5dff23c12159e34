import { formatMoney } from "./formats.js"
import type { Offer, OfferTerm } from "./offer.js"
import { fill, type InstalmentTexts } from "./texts.js"

/** All that a message shows, ready to be drawn. */
export type Message = {
  line: string
  /** One row a term: the number of payments, and what they are. */
  terms: { count: string; payments: string }[]
}

/**
 * The words for an offer; null when there is nothing to say: no offer, or one
 * that is a single payment only.
 */
export function messageOf(
  offer: Offer | null,
  texts: InstalmentTexts,
  locale?: string
): Message | null {
  const headline = offer?.headline
  if (!offer?.eligible || !headline || headline.numberOfPayments < 2) {
    return null
  }
  const money = (amount: number) =>
    formatMoney(amount, offer.currencyCode ?? "ZAR", locale)
  return {
    line: fill(texts.message, {
      count: `${headline.numberOfPayments}`,
      amount: money(headline.payment),
    }),
    terms: offer.terms.map((term) => ({
      count: `${term.numberOfPayments}`,
      payments: runsOf(term)
        .map(([amount, count]) =>
          fill(texts.run, { count: `${count}`, amount: money(amount) })
        )
        .join(texts.then),
    })),
  }
}

/** Equal payments in a row, with their number. */
function runsOf({ payments }: OfferTerm): [amount: number, count: number][] {
  return [...new Set(payments)].map((amount) => [
    amount,
    payments.filter((payment) => payment === amount).length,
  ])
}
