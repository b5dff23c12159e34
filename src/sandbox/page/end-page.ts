import { html } from "hono/html"
import type { Exchange, Parts } from "../parts"
import type { SandboxCheckout } from "../state/state"
import { layout } from "./layout"
import { rand } from "./pieces"

type Words = { title: string; text: string; status: 200 | 404 | 410 }

/** The page of a checkout that can no longer be paid. */
export function endPage(parts: Parts, c: Exchange, checkout: SandboxCheckout) {
  const { success_url, cancel_url } = checkout.request
  const configured = checkout.status === "successful" ? success_url : cancel_url
  const back = checkout.redirect_url ?? configured
  return show(
    parts,
    c,
    wordsFor(checkout),
    typeof back === "string" ? back : ""
  )
}

/** The page of an address that leads to no checkout. */
export function unknownPage(parts: Parts, c: Exchange) {
  const title = "There is no such payment"
  const text = "Check the address, or go back to the shop and start again."
  return show(parts, c, { title, text, status: 404 }, "")
}

function wordsFor({ status, amount }: SandboxCheckout): Words {
  if (status === "successful") {
    const text = `${rand(amount)} is paid. You can go back to the shop.`
    return { title: "Payment complete", text, status: 200 }
  }
  if (status === "cancelled") {
    const text = "Nothing was charged. You can pay again from the shop."
    return { title: "Payment cancelled", text, status: 200 }
  }
  if (status === "received") {
    const text =
      "Payments must be finished within 30 minutes. Nothing was charged. " +
      "Go back to the shop and start again."
    return { title: "This payment session has expired", text, status: 410 }
  }
  const text = "Nothing was charged. Go back to the shop and start again."
  return { title: "This payment cannot be made", text, status: 410 }
}

function show(parts: Parts, c: Exchange, words: Words, back: string) {
  const body = html`<main class="flow">
    <section class="panel end" data-testid="end">
      <h1>${words.title}</h1>
      <p class="lead">${words.text}</p>
      ${back && html`<a class="primary" href="${back}">Return to the shop</a>`}
    </section>
  </main>`
  return layout(parts, c, { title: words.title, body, status: words.status })
}
