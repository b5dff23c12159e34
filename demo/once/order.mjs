import { waitFor } from "../processes/wait-for.mjs"
import { addresses, admin } from "../settings.mjs"
import { logIn, request } from "../shopper/request.cjs"
import { demandSame, rand, say } from "./check.mjs"
import { cents, storeFor } from "./shopper.mjs"

/** Waits as the return page does until the payment has become an order. */
export function waitForOrder(shop, session) {
  const store = storeFor(shop)
  return say("Order", async () => {
    const { payment } = await waitFor(
      "The order",
      () => store("GET", `/instalments/payment-sessions/${session.id}`),
      ({ payment }) => payment.status !== "pending"
    )
    demandSame("The payment's status", "paid", payment.status)
    const { order } = await store("GET", `/orders/${payment.order_id}`)
    return {
      result: order,
      told: `number ${order.display_id}, ${rand(order.total)}, ${order.id}`,
    }
  })
}

/** Logs in to the admin; answers the headers that its requests need. */
export function logInAsMerchant() {
  return say("Admin login", async () => ({
    result: await logIn(addresses.backend, admin),
    told: admin.email,
  }))
}

/** The order as the admin sees it: one payment, captured, to the cent. */
export function checkPayment(headers, cart, orderId) {
  return say("Payment in the admin", async () => {
    const fields =
      "id,total,payment_status,*payment_collections.payments," +
      "*payment_collections.payments.captures"
    const { order } = await request(
      "GET",
      `${addresses.backend}/admin/orders/${orderId}?fields=${fields}`,
      { headers }
    )
    const payments = order.payment_collections.flatMap(
      (collection) => collection.payments ?? []
    )
    demandSame("The number of payments", 1, payments.length)
    const [payment] = payments
    const captured = payment.captures.reduce(
      (sum, { amount }) => sum + cents(amount),
      0
    )
    demandSame(
      "The order's total in cents",
      cents(cart.total),
      cents(order.total)
    )
    demandSame("The captured cents", cents(cart.total), captured)
    demandSame("The payment's status", "captured", order.payment_status)
    const told = `one, captured, ${rand(payment.amount)}`
    return { result: payment, told }
  })
}
