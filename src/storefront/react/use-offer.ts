/// <reference lib="dom" />
import { useEffect, useState } from "react"
import { InstalmentsError } from "../errors.js"
import { formatChoice, formatMoney } from "../formats.js"
import type { Offer, OfferInput } from "../offer.js"
import { fill } from "../texts.js"
import { useShop, type Shop } from "./provider.js"

/** What an offer is wanted for; null while that is not known. */
export type OfferWish = OfferInput | null

/** What is known of an offer. */
export type InstalmentOffer = {
  /** Null until the first answer, and while there is none. */
  offer: Offer | null
  /** Why there is no answer; its `message` is in the shopper's language. */
  error: InstalmentsError | null
  isAsking: boolean
  /** The offer in words: its plans, or why not; empty while there is none. */
  hint: string
}

/**
 * What may be promised for an amount or a cart. It is asked for again when that
 * changes, or `revision`: a cart keeps its id while its total changes.
 *
 * @example
 * const { offer, hint } = useInstalmentOffer({ cartId: cart.id }, cart.total)
 */
export function useInstalmentOffer(
  wish: OfferWish,
  revision?: string | number
): InstalmentOffer {
  const shop = useShop()
  const { client, texts } = shop
  const key = wish && JSON.stringify(wish)
  const [found, setFound] = useState<{
    key: string | null
    offer: Offer | null
    error: unknown
  }>({ key: null, offer: null, error: null })

  useEffect(() => {
    if (!key) {
      return undefined
    }
    const left = new AbortController()
    const { signal } = left
    setFound((last) => (last.key === key ? last : NOTHING))
    client.offer(JSON.parse(key), { signal }).then(
      (offer) => signal.aborted || setFound({ key, offer, error: null }),
      (error) => signal.aborted || setFound({ key, offer: null, error })
    )
    return () => left.abort()
  }, [client, key, revision])

  const isKnown = found.key === key && key !== null
  const offer = isKnown ? found.offer : null
  return {
    offer,
    error: isKnown && found.error ? inWords(found.error, texts) : null,
    isAsking: key !== null && !isKnown,
    hint: offer ? hintOf(offer, shop) : "",
  }
}

const NOTHING = { key: null, offer: null, error: null }

/** The error in the shopper's language; what the store refuses only it can say. */
export function inWords(error: unknown, texts: Shop["texts"]) {
  const { code, message, status, orderId } =
    error instanceof InstalmentsError
      ? error
      : new InstalmentsError("unavailable", texts.notNow)
  const words = {
    network: texts.cannotReach,
    unavailable: texts.notNow,
    already_paid: texts.alreadyPaid,
    not_found: message,
    refused: message,
  }
  return new InstalmentsError(code, words[code], status, orderId)
}

function hintOf(offer: Offer, { texts, lang }: Shop): string {
  switch (offer.reason) {
    case null:
      return fill(texts.plans, {
        counts: formatChoice(
          offer.terms.map((term) => term.numberOfPayments),
          lang
        ),
      })
    case "below_minimum":
      return fill(texts.missing, {
        amount: formatMoney(
          offer.missing ?? 0,
          offer.currencyCode ?? "ZAR",
          lang
        ),
      })
    case "above_maximum":
      return texts.tooMuch
    case "currency":
      return texts.otherCurrency
    case "already_paid":
      return texts.alreadyPaid
    case "delivery_missing":
      return texts.noDelivery
    case "refused":
      return offer.message ?? texts.notNow
    case "unavailable":
      return texts.notNow
  }
}
