import type { Answer } from "../http/exchange"
import type { Parts } from "../parts"
import type { SandboxCheckout } from "../state/records"
import { html } from "./html"
import { layout } from "./layout"
import { rand } from "./money"

type Words = { title: string; text: string; status: number }

/** The page of a checkout that can no longer be paid. */
export function endPage(parts: Parts, checkout: SandboxCheckout): Answer {
  const { success_url, cancel_url } = checkout.request
  const configured = checkout.status === "successful" ? success_url : cancel_url
  const back = checkout.redirect_url ?? configured
  return show(parts, wordsFor(checkout), typeof back === "string" ? back : "")
}

/** The page of an address that leads to no checkout. */
export function unknownPage(parts: Parts): Answer {
  const title = "There is no such payment"
  const text = "Check the address, or go back to the shop and start again."
  return show(parts, { title, text, status: 404 }, "")
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

function show(parts: Parts, words: Words, back: string): Answer {
  const body = html`<main class="flow">
    <section class="panel end" data-testid="end">
      <h1>${words.title}</h1>
      <p class="lead">${words.text}</p>
      ${back && html`<a class="primary" href="${back}">Return to the shop</a>`}
    </section>
  </main>`
  return layout(parts, { title: words.title, body, status: words.status })
}
