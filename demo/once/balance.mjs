import { waitFor } from "../processes/wait-for.mjs"
import { addresses } from "../settings.mjs"
import { pay } from "../shopper/buying.cjs"
import { request } from "../shopper/request.cjs"
import { demandSame, rand, say } from "./check.mjs"
import { cents } from "./shopper.mjs"

/**
 * The merchant adds an article to the paid order, and the shopper pays for it by
 * the link: its page, its button, the payment page, and back.
 */
export async function payBalance(headers, order) {
  const owed = await addArticle(headers, order)
  const link = await say("Payment link", async () => {
    const { payment_link } = await request(
      "POST",
      `${addresses.backend}/admin/instalments/orders/${order.id}/payment-link`,
      { headers }
    )
    demandSame("The link's cents", cents(owed), payment_link.amount)
    const told = `for ${rand(owed)}, until ${payment_link.expires_at}`
    return { result: payment_link.url, told }
  })
  await say("The link's button", async () => {
    const pressed = await fetch(link, { method: "POST", redirect: "manual" })
    demandSame("The answer to the button", 303, pressed.status)
    return { told: `leads to ${pressed.headers.get("location")}` }
  })
  await say("Payment of what the order owes", async () => {
    const { checkouts } = await request(
      "GET",
      `${addresses.backend}/admin/instalments/checkouts?order_id=${order.id}`,
      { headers }
    )
    const { id } = checkouts.find(({ outcome }) => outcome === "open")
    await pay(addresses.sandbox, id)
    const { summary } = await waitFor(
      "The order without anything owed",
      () => look(headers, order.id),
      (seen) => cents(seen.summary.pending_difference) === 0
    )
    demandSame(
      "What the order was paid",
      cents(order.total) + cents(owed),
      cents(summary.paid_total)
    )
    return { told: `captured, the order owes ${rand(0)}` }
  })
}

/** One more of the first article. Answers what the order owes for it. */
function addArticle(headers, { id }) {
  return say("Order edit", async () => {
    const post = (path, body = {}) =>
      request("POST", `${addresses.backend}/admin/order-edits${path}`, {
        headers,
        body,
      })
    const { items } = await look(headers, id)
    const [{ variant_id, title }] = items
    await post("", { order_id: id })
    await post(`/${id}/items`, { items: [{ variant_id, quantity: 1 }] })
    await post(`/${id}/request`)
    await post(`/${id}/confirm`)
    const { summary } = await look(headers, id)
    const owed = summary.pending_difference
    return { result: owed, told: `${title} added, ${rand(owed)} are owed` }
  })
}

async function look(headers, id) {
  const fields = "id,total,*summary,*items"
  const url = `${addresses.backend}/admin/orders/${id}?fields=${fields}`
  return (await request("GET", url, { headers })).order
}
