import { useState } from "react"
import { InstalmentsError } from "medusa-payment-instalments-storefront"
import { Notice } from "../parts/notice"
import { Page } from "../parts/page"
import { useAddress } from "../shop/address"
import { instalments } from "../shop/connection"
import { useAnswer } from "../shop/use-answer"
import { Failed } from "./pay-order/failed"
import { Owed } from "./pay-order/owed"
import { Settled } from "./pay-order/settled"
import { Unconfirmed } from "./pay-order/unconfirmed"

/**
 * Where Medusa's own payment link leads, `/payment-collection/:id?order_id=`: what
 * the order owes now is paid here, and here the payment page comes back to, with
 * `&back=1`. That proves nothing: the store is asked what became of the payment.
 */
export function PayOrderPage() {
  const { query } = useAddress()
  const orderId = query.get("order_id") ?? ""
  const cameBack = query.get("back") === "1"
  const [isWaiting, setWaiting] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { data, error } = useAnswer(
    async (signal) => {
      setWaiting(false)
      if (!orderId) {
        throw new InstalmentsError("not_found", "The link names no order.")
      }
      const payment = await instalments
        .waitForResult(orderId, {
          signal,
          onWait: () => setWaiting(true),
          ...(!cameBack && { timeoutMs: 0 }),
        })
        .catch(whenThereIsNone)
      // After the payment, as that changes what is owed.
      const balance = await instalments.balance(orderId, { signal })
      return { payment, balance }
    },
    [orderId, cameBack, attempt]
  )
  const again = () => setAttempt(attempt + 1)
  if (error) {
    return <Failed error={error} again={again} />
  }
  if (!data) {
    return isWaiting ? <Waiting /> : <main aria-busy />
  }
  const { payment, balance } = data
  if (balance.amount === 0) {
    return <Settled balance={balance} payment={payment} />
  }
  if (balance.hasArrived || (cameBack && payment?.status === "pending")) {
    return <Unconfirmed {...{ balance, payment, again }} />
  }
  return <Owed balance={balance} payment={payment} cameBack={cameBack} />
}

function Waiting() {
  return (
    <Page title="Checking your payment" className="narrow">
      <p className="progress" aria-hidden="true" />
      <Notice>
        The payment page has not confirmed your payment yet. This can take a
        moment: this page tells you as soon as it has.
      </Notice>
    </Page>
  )
}

/** An order that nobody has begun to pay in instalments. */
function whenThereIsNone(error: unknown) {
  if (error instanceof InstalmentsError && error.code === "not_found") {
    return undefined
  }
  throw error
}
