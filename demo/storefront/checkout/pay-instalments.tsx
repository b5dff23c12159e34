import type { Offer } from "medusa-payment-instalments/storefront"
import type { Cart } from "../shop/load-cart"
import { InstalmentMessage } from "../shop/instalment-message"
import { money } from "../shop/money"
import { StartPayment } from "./start-payment"
import { Way } from "./way"

type Props = {
  cart: Cart
  offer: Offer
  isChosen: boolean
  choose: () => void
}

/** The instalment option: why not, or what a month is and the way to pay. */
export function PayInstalments({ cart, offer, isChosen, choose }: Props) {
  return (
    <Way
      name="Monthly instalments"
      hint={offer.eligible ? choice(offer) : reason(offer)}
      isChosen={isChosen && offer.eligible}
      choose={offer.eligible ? choose : undefined}
    >
      <InstalmentMessage amount={cart.total} />
      <StartPayment cart={cart} />
    </Way>
  )
}

/** The terms of the offer, as in "3, 6 or 12 payments, no interest". */
function choice({ terms }: Offer) {
  const counts = terms.map((term) => `${term.numberOfPayments}`)
  const { lang } = document.documentElement
  const list = new Intl.ListFormat(lang, { type: "disjunction" })
  return `${list.format(counts)} payments, no interest, no new account`
}

function reason(offer: Offer) {
  switch (offer.reason) {
    case "below_minimum":
      return `${money(offer.missing ?? 0)} more in your cart, and you can pay in instalments.`
    case "above_maximum":
      return "This cart is too large for instalments."
    case "currency":
      return "Instalments are for payments in rand only."
    default:
      return "Instalments are not available at the moment."
  }
}
