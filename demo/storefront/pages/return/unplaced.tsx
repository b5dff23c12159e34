import type { Refund } from "medusa-payment-instalments/storefront"
import { useEffect } from "react"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"
import { useCart } from "../../shop/cart"
import { day } from "../../shop/day"
import { money } from "../../shop/money"
import { keepPurchase, type Purchase } from "../../shop/purchases"

type Props = { purchase?: Purchase; refund: Refund | null }

/** Paid, and no order can be placed: what happens to the money, and when. */
export function Unplaced({ purchase, refund }: Props) {
  const { forget } = useCart()
  useEffect(() => {
    if (purchase) {
      keepPurchase({ ...purchase, isTold: true })
      // While the shop decides, the cart is no longer the shopper's to pay.
      if (!refund) {
        forget(purchase.cartId)
      }
    }
  }, [])
  const amount = purchase
    ? money(purchase.amount, purchase.currency)
    : "the payment"
  return (
    <Page title="You have paid, but there is no order" className="narrow">
      <p>
        Your payment of {amount} has arrived, but the order could not be placed.
        This happens when the cart was changed after the payment began, or when
        something has sold out.
      </p>
      <h2>What happens now</h2>
      <WhatHappens refund={refund} />
      {purchase?.reference && (
        <p>
          If you write to us, please mention the reference{" "}
          <code>{purchase.reference}</code>.
        </p>
      )}
      <Link to="">Back to the shop</Link>
    </Page>
  )
}

function WhatHappens({ refund }: { refund: Refund | null }) {
  if (!refund) {
    return (
      <p>
        <strong>Your money is safe.</strong> We look into it and either send you
        what you ordered or return the whole amount, and write to you about it.
        There is nothing that you have to do.
      </p>
    )
  }
  const back = day(refund.expectedOn)
  return refund.status === "complete" ? (
    <p>
      <strong>You got the whole amount back</strong> on {back}. Your bank may
      take some days to show it.
    </p>
  ) : (
    <p>
      <strong>You get the whole amount back</strong> by {back}. Your bank may
      take some days more to show it. There is nothing that you have to do.
    </p>
  )
}
