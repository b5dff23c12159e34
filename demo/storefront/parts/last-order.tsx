import { useEffect } from "react"
import { Link } from "../shop/address"
import { useCart } from "../shop/cart"
import { findPurchase, purchases } from "../shop/purchases"
import { useAnswer } from "../shop/use-answer"
import { Notice } from "./notice"

/**
 * Tells a shopper who closed the payment page too soon that the order is
 * placed all the same.
 */
export function LastOrder() {
  const { forget } = useCart()
  const { data: placed } = useAnswer(async () => {
    const [last] = purchases()
    return last && !last.orderId
      ? findPurchase((one) => one.cartId === last.cartId && !!one.orderId)
      : undefined
  }, [])
  useEffect(() => {
    if (placed) {
      forget(placed.cartId)
    }
  }, [placed])
  return placed ? (
    <Notice kind="good">
      Your payment arrived and your order is placed.{" "}
      <Link to={`/order/${placed.orderId}`}>See your order</Link>
    </Notice>
  ) : null
}
