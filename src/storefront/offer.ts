/// <reference lib="dom" />
import { request, type Connection } from "./request.js"

/** What an offer is asked for. `amount` is major units, like 1399.55. */
export type OfferInput =
  { amount: number | string; currencyCode: string } | { cartId: string }

/** What may be promised to a shopper. All amounts are major units. */
export type Offer = {
  eligible: boolean
  /** Why not; null when eligible. */
  reason:
    | "below_minimum"
    | "above_maximum"
    | "currency"
    | "unavailable"
    | "already_paid"
    | "delivery_missing"
    | "refused"
    | null
  /** In lower case, as in Medusa; null when the store could not read it. */
  currencyCode: string | null
  amount: number | null
  /** How much more the cart needs; only with `below_minimum`. */
  missing?: number
  /** Only with `already_paid`: its order, null while that is not placed yet. */
  orderId?: string | null
  /** Only with `refused`: the store's own words for the shopper. */
  message?: string
  /** Ascending; the payments of each add up to the amount to the cent. */
  terms: OfferTerm[]
  /** The largest term; `payment` is the highest payment of a month. */
  headline: { numberOfPayments: number; payment: number } | null
}

/** One way to pay: every monthly payment in major units, the first one first. */
export type OfferTerm = { numberOfPayments: number; payments: number[] }

type Answer = Omit<Offer, "currencyCode" | "orderId" | "terms" | "headline"> & {
  currency_code: string | null
  order_id?: string | null
  terms: { number_of_payments: number; payments: number[] }[]
  headline: { number_of_payments: number; payment: number } | null
}

/** Until then the message of the last amount stands, which is no longer true. */
const MAX_WAIT_MS = 5_000

/**
 * Asks the store what it can offer. The store rounds the amount to the cent.
 *
 * @throws InstalmentsError
 */
export async function fetchOffer(
  connection: Connection,
  input: OfferInput,
  signal?: AbortSignal
): Promise<Offer> {
  const query = new URLSearchParams(
    "cartId" in input
      ? { cart_id: input.cartId }
      : {
          amount: plainly(Number(input.amount)),
          currency_code: input.currencyCode.toLowerCase(),
        }
  )
  const { currency_code, order_id, terms, headline, ...same } =
    await request<Answer>(connection, {
      path: `/store/instalments/offer?${query}`,
      key: "offer",
      isPublic: !("cartId" in input),
      signal,
      maxWaitMs: MAX_WAIT_MS,
    })
  return {
    ...same,
    currencyCode: currency_code,
    ...(order_id !== undefined && { orderId: order_id }),
    terms: terms.map(({ number_of_payments, payments }) => ({
      numberOfPayments: number_of_payments,
      payments,
    })),
    headline: headline && {
      numberOfPayments: headline.number_of_payments,
      payment: headline.payment,
    },
  }
}

/** Without what floats add: 433.35 × 3 comes out as 1300.0500000000002. */
function plainly(amount: number): string {
  return amount.toFixed(10).replace(/\.?0+$/, "")
}
