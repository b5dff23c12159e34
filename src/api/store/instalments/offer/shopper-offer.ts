import { fromCents, noOffer } from "../../../../modules/instalments/rules"
import type {
  NoOfferReason,
  Offer,
} from "../../../../modules/instalments/types"

/** The offer as the Store API answers it: every amount in major units. */
export type ShopperOffer = {
  eligible: boolean
  reason: NoOfferReason | null
  /** In lower case, as everywhere in Medusa; null when the cart is unread. */
  currency_code: string | null
  amount: number | null
  /** How much more is needed; only with `below_minimum`. */
  missing?: number
  /** Only with `already_paid`; null until the order is placed. */
  order_id?: string | null
  /** Only with `refused`: the store's own words for the shopper. */
  message?: string
  terms: { number_of_payments: number; payments: number[] }[]
  /** The largest term; `payment` is the highest payment of a month. */
  headline: { number_of_payments: number; payment: number } | null
}

/** An offer (integer cents) as a shopper's browser gets it (major units). */
export function shopperOffer(
  offer: Offer,
  asked: { amountCents: number; currency: string } | null
): ShopperOffer {
  const { eligible, reason, terms, headline } = offer
  const { missing_cents, order_id, message } = offer
  return {
    eligible,
    reason,
    currency_code: asked && asked.currency.toLowerCase(),
    amount: asked && major(asked.amountCents),
    ...(missing_cents !== undefined && { missing: major(missing_cents) }),
    ...(order_id !== undefined && { order_id }),
    ...(message !== undefined && { message }),
    terms: terms.map(({ number_of_payments, payments_cents }) => ({
      number_of_payments,
      payments: payments_cents.map(major),
    })),
    headline: headline && {
      number_of_payments: headline.number_of_payments,
      payment: major(headline.payment_cents),
    },
  }
}

/** The answer while no config is known: a shop must not show an error page. */
export function unavailable(
  asked: { amountCents: number; currency: string } | null
): ShopperOffer {
  return shopperOffer(noOffer("unavailable"), asked)
}

function major(cents: number): number {
  return fromCents(cents).toNumber()
}
