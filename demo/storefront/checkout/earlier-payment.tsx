import { useEffect, type ReactNode } from "react"
import { Notice } from "../parts/notice"
import { go, Link } from "../shop/address"
import { instalments } from "../shop/connection"
import { purchaseOf } from "../shop/purchases"
import { useAnswer } from "../shop/use-answer"

/**
 * What a shopper is told who comes back to the checkout: what became of the
 * payment that this browser has begun for the cart. A paid one has its order.
 */
export function EarlierPayment({ cartId }: { cartId: string }) {
  const result = `/return?cart=${cartId}`
  const { data: status } = useAnswer(async () => {
    if (!purchaseOf(cartId)) {
      return undefined
    }
    const options = { timeoutMs: 0 }
    return (await instalments.waitForResult(cartId, options)).status
  }, [cartId])
  useEffect(() => {
    if (status === "paid") {
      go(result, { replace: true })
    }
  }, [status])

  const words: Record<string, ReactNode> = {
    pending: (
      <>
        You left the payment page. If you have paid there,{" "}
        <Link to={result}>see what became of it</Link>. If not, nothing was
        charged and your cart is as it was: choose how to pay.
      </>
    ),
    cancelled:
      "You cancelled the payment. Nothing was charged and your cart is as it was: choose how to pay.",
    expired:
      "The payment page was open for too long. Nothing was charged and your cart is as it was: choose how to pay.",
    unplaced: (
      <>
        An earlier payment for this cart arrived, but could not become an order.{" "}
        <Link to={result}>See what happens to the money</Link>
      </>
    ),
  }
  return status && words[status] ? <Notice>{words[status]}</Notice> : null
}
