import { useEffect } from "react"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"
import { money } from "../../shop/money"
import { keepPurchase, type Purchase } from "../../shop/purchases"

/** Paid, and no order can be placed: what happens to the money, and when. */
export function Unplaced({ purchase }: { purchase?: Purchase }) {
  useEffect(() => {
    if (purchase) {
      keepPurchase({ ...purchase, isTold: true })
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
      <p>
        <strong>You get the whole amount back</strong>, unless we can still send
        you what you ordered and you agree. The refund is on its way by the end
        of the next working day and is with your card within three working days.
        There is nothing that you have to do.
      </p>
      {purchase && (
        <p>
          If you write to us, please mention the reference{" "}
          <code>{purchase.reference}</code>.
        </p>
      )}
      <Link to="">Back to the shop</Link>
    </Page>
  )
}
