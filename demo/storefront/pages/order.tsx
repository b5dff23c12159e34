import { useEffect } from "react"
import { Lines } from "../parts/lines"
import { Failure, Notice } from "../parts/notice"
import { Page } from "../parts/page"
import { Totals } from "../parts/totals"
import { Link } from "../shop/address"
import { useCart } from "../shop/cart"
import { store } from "../shop/connection"
import { day } from "../shop/day"
import { findPurchase } from "../shop/purchases"
import { useAnswer } from "../shop/use-answer"

const fields = "*payment_collections.payments,*shipping_methods"

/**
 * An order, for the browser that placed it. Whoever else has the address sees
 * nothing of it, as Medusa answers an order to everybody who knows its id.
 */
export function OrderPage({ id }: { id: string }) {
  const { forget } = useCart()
  const { data, error } = useAnswer(async () => {
    const purchase = await findPurchase(({ orderId }) => orderId === id)
    const answer = purchase && (await store.order.retrieve(id, { fields }))
    return { ...purchase, order: answer?.order }
  }, [id])
  useEffect(() => {
    if (data?.cartId) {
      forget(data.cartId)
    }
  }, [data?.cartId])

  if (error) {
    return (
      <Page title="Your order" className="narrow">
        <Failure error={error} />
      </Page>
    )
  }
  if (!data) {
    return <main aria-busy />
  }
  const { order, refund } = data
  if (!order) {
    return (
      <Page title="An order of the shop" className="narrow">
        <p>
          An order is shown in the browser in which it was paid. Everything
          about it is in the e-mail from the shop, too.
        </p>
        <Link to="">Go to the shop</Link>
      </Page>
    )
  }
  const address = order.shipping_address
  return (
    <Page title={`Thank you, ${address?.first_name}`} className="two-columns">
      <div>
        <Notice kind="good">
          Your order <b data-testid="order-number">no. {order.display_id}</b> is
          placed.
        </Notice>
        {refund && (
          <Notice>
            You paid for this order a second time. That payment goes back to
            you, all of it, by {day(refund.expectedOn)}.
          </Notice>
        )}
        <Lines of={order.items ?? []} />
      </div>
      <section className="summary" aria-label="Your order">
        <Totals of={order} />
        <h2>It goes to</h2>
        <p>
          {address?.first_name} {address?.last_name}
          <br />
          {address?.address_1}
          <br />
          {address?.postal_code} {address?.city}
        </p>
        <h2>Paid by</h2>
        <p>{wayOf(order)}</p>
      </section>
    </Page>
  )
}

type Paid = Awaited<ReturnType<typeof store.order.retrieve>>["order"]

function wayOf({ payment_collections }: Paid) {
  const payments = payment_collections?.flatMap((one) => one.payments ?? [])
  return payments?.some((one) => one.provider_id.startsWith("pp_instalments"))
    ? "Monthly instalments: the first payment was taken with the order, the others follow one a month."
    : "Bank transfer: we send the goods when your payment has arrived."
}
