import { useEffect } from "react"
import { Notice } from "../parts/notice"
import { go } from "../shop/address"
import { instalments } from "../shop/connection"
import { purchaseOf } from "../shop/purchases"
import { useAnswer } from "../shop/use-answer"

/** What the shopper is told who comes back to the checkout unpaid. */
const WORDS = {
  pending: "You left the payment page before paying. Nothing was charged.",
  cancelled: "You cancelled the payment. Nothing was charged.",
  expired: "The payment page was open for too long. Nothing was charged.",
}

/**
 * Looks at the payment that this browser has begun for the cart. One that is
 * paid belongs on the return page, which knows all that can become of it.
 */
export function EarlierPayment({ cartId }: { cartId: string }) {
  const { data: status } = useAnswer(async () => {
    if (!purchaseOf(cartId)) {
      return undefined
    }
    const options = { timeoutMs: 0 }
    return (await instalments.waitForResult(cartId, options)).status
  }, [cartId])
  const isPaid = status === "paid" || status === "unplaced"
  useEffect(() => {
    if (isPaid) {
      go(`/return?cart=${cartId}`, { replace: true })
    }
  }, [isPaid])
  return status && !isPaid ? (
    <Notice>
      {WORDS[status as keyof typeof WORDS]} Your cart is as it was: choose how
      to pay.
    </Notice>
  ) : null
}
