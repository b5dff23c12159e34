import { useEffect } from "react"
import { Link } from "../shop/address"
import { useCart } from "../shop/cart"
import { instalments } from "../shop/connection"
import { keepPurchase, purchases } from "../shop/purchases"
import { useAnswer } from "../shop/use-answer"
import { Notice } from "./notice"

/**
 * Tells a shopper who closed the payment page too soon what became of it: the
 * order is placed all the same, or the money comes back.
 */
export function LastOrder() {
  const { forget } = useCart()
  const { data } = useAnswer(async () => {
    const [last] = purchases()
    if (!last || last.orderId || last.isTold) {
      return undefined
    }
    const options = { timeoutMs: 0 }
    const payment = await instalments.waitForResult(last.cartId, options)
    return { last, ...payment }
  }, [])
  useEffect(() => {
    if (data?.orderId) {
      const { last, orderId, refund } = data
      keepPurchase({ ...last, orderId, refund })
      forget(data.last.cartId)
    }
  }, [data])
  switch (data?.status) {
    case "paid":
      return (
        <Notice kind="good">
          Your payment arrived and your order is placed.{" "}
          <Link to={`/order/${data.orderId}`}>See your order</Link>
        </Notice>
      )
    case "unplaced":
      return (
        <Notice>
          Your payment arrived, but there is no order.{" "}
          <Link to={`/return?cart=${data.last.cartId}`}>
            See what happens to the money
          </Link>
        </Notice>
      )
  }
  return null
}
