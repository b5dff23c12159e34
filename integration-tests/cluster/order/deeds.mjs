import { cents } from "./merchant.mjs"

/** What the merchant does with an order, each until the order shows it. */

/** Edits the order so that it has so many articles; answers it as it then is. */
export function editTo(merchant, orderId, quantity) {
  const at = `/order-edits/${orderId}`
  const ask = (...request) => merchant.once(...request)
  return merchant.seeTo(
    `The edit to ${quantity} articles`,
    orderId,
    ({ items }) => items.length === 1 && items[0].quantity === quantity,
    async ({ items: [item] }) => {
      const begun = await ask("POST", "/order-edits", { order_id: orderId })
      if (begun.status !== 200) {
        // A killed server may have left one that is half done.
        await ask("DELETE", at)
        return begun
      }
      let answer
      for (const [path, body] of [
        [`/items/item/${item.id}`, { quantity }],
        ["/request"],
        ["/confirm"],
      ]) {
        answer = await ask("POST", `${at}${path}`, body ?? {})
        if (answer.status !== 200) {
          return answer
        }
      }
      return answer
    }
  )
}

/** The order's payments, the cart's own first. */
export const paymentsOf = ({ payment_collections }) =>
  payment_collections
    .flatMap(({ payments }) => payments ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const refundedOf = (order, paymentId) => {
  const payment = paymentsOf(order).find(({ id }) => id === paymentId)
  return (payment?.refunds ?? []).reduce((n, one) => n + cents(one.amount), 0)
}

/**
 * Refunds so many cents of a payment, `times` at the same moment; repeated while
 * the order shows less.
 */
export function refund(merchant, orderId, { paymentId, amount, times = 1 }) {
  const path = `/payments/${paymentId}/refund`
  const all = times * amount
  if (all <= 0) {
    throw new Error(`A refund of ${all} cents of order ${orderId} is none`)
  }
  return merchant.seeTo(
    `The refund of ${all} cents`,
    orderId,
    (order) => refundedOf(order, paymentId) >= all,
    (order) => {
      const missing = (all - refundedOf(order, paymentId)) / amount
      const ask = () => merchant.once("POST", path, { amount: amount / 100 })
      return Promise.all(Array.from({ length: missing }, ask))
    }
  )
}

/** Cancels the order, which returns all that was paid. */
export function cancel(merchant, orderId) {
  return merchant.seeTo(
    "The cancellation",
    orderId,
    ({ status }) => status === "canceled",
    () => merchant.once("POST", `/orders/${orderId}/cancel`)
  )
}
