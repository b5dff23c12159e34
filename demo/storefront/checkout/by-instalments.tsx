import type { Offer } from "medusa-payment-instalments-storefront"
import {
  InstalmentMessage,
  PayInInstalments,
} from "medusa-payment-instalments-storefront/react"
import { classes } from "../shop/classes"
import type { Cart } from "../shop/load-cart"
import { keepPurchase } from "../shop/purchases"
import { leadToOrder } from "./lead-to-order"
import { Way } from "./way"

type Props = {
  cart: Cart
  offer: Offer
  /** The offer in words: its plans, or why not. */
  hint: string
  isChosen: boolean
  choose: () => void
}

/** The instalment option: why not, or what a month is and the way to pay. */
export function ByInstalments(props: Props) {
  const { cart, offer, hint, isChosen, choose } = props
  return (
    <Way
      name="Monthly instalments"
      hint={hint}
      isChosen={isChosen && offer.eligible}
      choose={offer.eligible ? choose : undefined}
    >
      <InstalmentMessage
        amount={cart.total}
        currencyCode={cart.currency_code}
        chosen
      />
      <PayInInstalments
        cartId={cart.id}
        classNames={classes}
        onStarted={({ reference, amount, currency }) =>
          keepPurchase({ cartId: cart.id, reference, amount, currency })
        }
        onAlreadyPaid={(orderId) => leadToOrder({ cart, orderId })}
      />
    </Way>
  )
}
