import { waitFor } from "../../../demo/processes/wait-for.mjs"
import { INSTALMENTS, pay } from "../../../demo/shopper/buying.cjs"
import { cents } from "./merchant.mjs"

const MAX_WAIT_MS = 900_000

/** Until the order owes nothing more; `comeBack` is what the shopper's page asks. */
function settled(merchant, orderId, comeBack) {
  return waitFor(
    `The balance of order ${orderId}`,
    async () => {
      await comeBack()
      const { summary } = await merchant.look(orderId)
      return cents(summary.pending_difference)
    },
    (owed) => owed === 0,
    MAX_WAIT_MS
  )
}

/** The merchant sends a payment link, and the shopper presses its button and pays. */
export async function payByLink({ merchant, browser, cluster }, orderId) {
  const made = await waitFor(
    `A payment link for order ${orderId}`,
    () => merchant.once("POST", `/instalments/orders/${orderId}/payment-link`),
    ({ status }) => status === 200,
    MAX_WAIT_MS
  )
  // It names the address that callbacks go to; the page is at each server.
  const { pathname } = new URL(made.json.payment_link.url)
  const pressed = await waitFor(
    `The payment page behind ${pathname}`,
    () => browser.page("POST", pathname),
    ({ status }) => status === 303,
    MAX_WAIT_MS
  )
  const checkoutId = new URL(pressed.location).pathname.split("/").at(-1)
  await Promise.all([
    pay(cluster.service, checkoutId, MAX_WAIT_MS),
    settled(merchant, orderId, () => browser.page("GET", `${pathname}?back=1`)),
  ])
}

/** The shopper chooses instalments for what the order asks for, in the storefront. */
export async function payInShop({ merchant, browser, cluster }, orderId) {
  const isOpen = ({ status }) => ["not_paid", "awaiting"].includes(status)
  const order = await merchant.seeTo(
    "What has to be paid",
    orderId,
    ({ payment_collections }) => payment_collections.some(isOpen),
    // A server that was killed after the edit has not asked for it.
    ({ summary }) =>
      merchant.once("POST", "/payment-collections", {
        order_id: orderId,
        amount: Number(summary.pending_difference),
      })
  )
  const { id } = order.payment_collections.find(isOpen)
  // Refused while the payment of the cart is not booked, after a kill.
  const { json: chosen } = await waitFor(
    `A payment session of order ${orderId}`,
    () =>
      browser.once("POST", `/payment-collections/${id}/payment-sessions`, {
        provider_id: INSTALMENTS,
      }),
    ({ status }) => status === 200,
    MAX_WAIT_MS
  )
  const [session] = chosen.payment_collection.payment_sessions
  const asks = ["GET", `/instalments/payment-sessions/${session.id}`]
  await Promise.all([
    pay(cluster.service, session.data.reference, MAX_WAIT_MS),
    settled(merchant, orderId, () => browser.once(...asks)),
  ])
}
