import { useEffect, useState } from "react"
import type { Payment } from "medusa-payment-instalments/storefront"
import { Page } from "../parts/page"
import { go, useAddress } from "../shop/address"
import { useCart } from "../shop/cart"
import { instalments } from "../shop/connection"
import { keepPurchase, purchaseOf } from "../shop/purchases"
import { Outcome } from "./return/outcome"
import { Waiting } from "./return/waiting"

/**
 * Where the payment page sends the shopper. Coming here proves nothing: the
 * store is asked what became of the payment, until it knows.
 */
export function ReturnPage() {
  const cartId = useAddress().query.get("cart") ?? ""
  const { forget } = useCart()
  const [payment, setPayment] = useState<Payment>()
  const [waiting, setWaiting] = useState<Payment>()
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  const purchase = purchaseOf(cartId)

  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    instalments
      .waitForResult(cartId, {
        signal,
        onWait: ({ payment: latest }) => setWaiting(latest),
      })
      .then(setPayment)
      .catch((failure) => signal.aborted || setError(failure))
    return () => leave.abort()
  }, [cartId, attempt])

  const orderId = payment?.orderId
  useEffect(() => {
    if (orderId && purchase) {
      keepPurchase({ ...purchase, orderId, refund: payment.refund })
      forget(cartId)
      go(`/order/${orderId}`, { replace: true })
    }
  }, [orderId])

  if (payment || error) {
    const again = () => {
      setPayment(undefined)
      setError(undefined)
      setAttempt(attempt + 1)
    }
    return <Outcome {...{ payment, error, purchase, again }} />
  }
  return (
    <Page title="Checking your payment" className="narrow">
      <Waiting payment={waiting} />
    </Page>
  )
}
