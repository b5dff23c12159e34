import { moneyInWords } from "./money-in-words"

/** An amount band of the merchant config, in cents, both ends included. */
export type AmountBand = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/**
 * The largest amount of the ledger's columns: R 21 474 836,47. No band goes
 * beyond.
 */
export const LARGEST_CENTS = 2_147_483_647

/** The largest amount in cents that the bands allow. */
function highestOf(bands: AmountBand[]): number {
  const highest = Math.max(...bands.map(({ to_amount }) => to_amount))
  return Math.min(highest, LARGEST_CENTS)
}

/** Amount bands that could not be read again for this long are not offered. */
export const BANDS_BELIEVED_MS = 72 * 3_600_000

/** The bands by which something can be offered. */
export const usableBands = (bands: AmountBand[]) => bands.filter(isUsable)

/** The amounts that the bands allow, in words. */
export function rangeInWords(known: AmountBand[], currency: string): string {
  const bands = usableBands(known)
  if (bands.length === 0) {
    return "no amount at the moment"
  }
  const lowest = Math.min(...bands.map(({ from_amount }) => from_amount))
  return `amounts from ${moneyInWords(lowest, currency)} to ${moneyInWords(highestOf(bands), currency)}`
}

/** Every band that something can be offered by, and its terms, in words. */
export function bandsInWords(known: AmountBand[], currency: string): string {
  const money = (cents: number) => moneyInWords(cents, currency)
  const bands = usableBands(known).map(({ from_amount, to_amount, terms }) =>
    [money(from_amount), "to", money(to_amount), "in", terms.join(", ")].join(
      " "
    )
  )
  return bands.length > 0 ? `${bands.join("; ")} payments` : "no amount"
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

/** Why an amount, or a cart, cannot be paid in instalments. */
export type NoOfferReason =
  | "below_minimum"
  | "above_maximum"
  | "currency"
  | "unavailable"
  | "already_paid"
  | "delivery_missing"
  | "refused"

/** One way to pay an amount: every payment in cents, the first one first. */
export type OfferTerm = {
  number_of_payments: number
  payments_cents: number[]
}

/** What a shopper is shown before paying. All amounts are integer cents. */
export type Offer = {
  eligible: boolean
  reason: NoOfferReason | null
  /**
   * How much is missing to reach the lowest band; only with `below_minimum`.
   */
  missing_cents?: number
  /** Only with `already_paid`; null until the order is placed. */
  order_id?: string | null
  /** Only with `refused`: the store's own words for the shopper. */
  message?: string
  /** Ascending, each number of payments once; empty when not eligible. */
  terms: OfferTerm[]
  /** The largest term; `payment_cents` is the highest payment of a month. */
  headline: { number_of_payments: number; payment_cents: number } | null
}

/**
 * What can be offered for an amount in cents, by the last known amount bands
 * (null when none was ever read). Bands include both their ends and may
 * overlap. An amount in a gap between two bands is neither too low nor too
 * high, so it is `unavailable`, as is everything while no bands are known. A
 * paid cart gets no offer, nor does one without its delivery.
 */
export function offerFor(input: {
  amountCents: number
  currency: string
  options: { currency: string }
  rules: AmountBand[] | null
  /** Given for a cart that is an order or paid already. */
  paid?: { order_id: string | null } | null
  /** False for a cart whose region has no instalments: it could not be paid. */
  hasInstalments?: boolean
  /** True for a cart that core would not complete, see `lacksDelivery`. */
  needsDelivery?: boolean
}): Offer {
  const { amountCents, currency, options, rules, paid } = input
  const { hasInstalments = true, needsDelivery = false } = input
  if (paid) {
    return { ...noOffer("already_paid"), order_id: paid.order_id }
  }
  if (currency.toUpperCase() !== options.currency.toUpperCase()) {
    return noOffer("currency")
  }
  const bands = usableBands(rules ?? [])
  if (bands.length === 0 || !hasInstalments) {
    return noOffer("unavailable")
  }
  // Zero is below every minimum, also below a band from 0.
  const lowest = Math.max(1, Math.min(...bands.map((b) => b.from_amount)))
  if (amountCents < lowest) {
    const missing_cents = lowest - amountCents
    return { ...noOffer("below_minimum"), missing_cents }
  }
  if (amountCents > highestOf(bands)) {
    return noOffer("above_maximum")
  }
  const terms = termsFor(bands, amountCents)
    // Every payment is at least one cent.
    .filter((count) => count <= amountCents)
    .map((count) => ({
      number_of_payments: count,
      payments_cents: splitCents(amountCents, count),
    }))
  const largest = terms.at(-1)
  if (!largest) {
    return noOffer("unavailable")
  }
  if (needsDelivery) {
    return noOffer("delivery_missing")
  }
  const { number_of_payments, payments_cents } = largest
  const payment_cents = Math.max(...payments_cents)
  const headline = { number_of_payments, payment_cents }
  return { eligible: true, reason: null, terms, headline }
}

/**
 * An amount in cents as so many payments that add up to it: no two differ by
 * more than a cent, and the cents left over are on the first ones. The API
 * specification names no rule, and no answer contains the payments, so this
 * rule is ours. Pages that show its figures say "about" (docs/storefronts.md).
 */
export function splitCents(amountCents: number, count: number): number[] {
  const remainder = amountCents % count
  const share = (amountCents - remainder) / count
  return Array.from(
    { length: count },
    (_, i) => share + (i < remainder ? 1 : 0)
  )
}

/** The answer for an amount that cannot be paid in instalments. */
export function noOffer(reason: NoOfferReason): Offer {
  return { eligible: false, reason, terms: [], headline: null }
}

function isUsable({ from_amount, to_amount, terms }: AmountBand): boolean {
  return terms.length > 0 && from_amount <= to_amount && to_amount > 0
}
