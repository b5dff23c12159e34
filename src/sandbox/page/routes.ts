import { Hono } from "hono"
import { html } from "hono/html"
import type { LineItem } from "../api/schemas"
import { Refusal } from "../input"
import type { Env, Exchange, Parts } from "../parts"
import {
  cancel,
  decline,
  hasExpired,
  land,
  pay,
  splitAmount,
  termsFor,
} from "../payments"
import type { SandboxCheckout } from "../state"
import { layout, rand, type Html } from "./layout"

/** Answers `/pay/:id`: one page with the terms, and what the shopper can do. */
export function pageRoutes(parts: Parts) {
  const app = new Hono<Env>({ strict: false })
  app.on(["GET", "POST"], "/:id", (c) => {
    const checkout = parts.state.checkouts.get(c.req.param("id"))
    if (!checkout) {
      throw new Refusal(404, "There is no such payment.")
    }
    if (checkout.status !== "received" || hasExpired(parts, checkout)) {
      return endPage(parts, c, checkout)
    }
    land(parts, checkout)
    return c.req.method === "POST"
      ? submit(parts, c, checkout)
      : paymentPage(parts, c, checkout)
  })
  return app
}

/** Takes the form: its button says what is to happen. */
async function submit(parts: Parts, c: Exchange, checkout: SandboxCheckout) {
  const form = await c.req.parseBody()
  const here = `/pay/${checkout.id}`
  if (form.action === "cancel") {
    const { redirect_url } = await cancel(parts, checkout)
    return c.redirect(redirect_url ?? here, 303)
  }
  if (form.action === "decline") {
    decline(parts, checkout)
    return c.redirect(here, 303)
  }
  const numberOfPayments = Number(form.number_of_payments)
  const { rules } = parts.state.settings
  if (!termsFor(rules, checkout.amount).includes(numberOfPayments)) {
    return paymentPage(parts, c, checkout, "Choose one of the plans.")
  }
  const { redirect_url } = await pay(parts, checkout, { numberOfPayments })
  return c.redirect(redirect_url ?? here, 303)
}

function paymentPage(
  parts: Parts,
  c: Exchange,
  checkout: SandboxCheckout,
  wrong?: string
) {
  const { id, amount, request, declines } = checkout
  const items = (request.line_items ?? []) as LineItem[]
  const said = wrong ?? declines.at(-1)?.reason
  const left = Date.parse(checkout.expires_at ?? "") - parts.clock.now()
  const body = html`<h1>Split your payment</h1>
    <ul>
      ${items.map(
        ({ name, amount: price, quantity }) =>
          html`<li class="sum">
            ${quantity > 1 && `${quantity} × `}${name}<span
              >${rand(price)}</span
            >
          </li>`
      )}
      <li class="sum">
        <b>Total</b><span data-testid="total">${rand(amount)}</span>
      </li>
    </ul>
    ${said && html`<p role="alert">${said}</p>`}
    <form method="post" action="/pay/${id}" data-testid="payment">
      <fieldset>
        <legend>Number of monthly payments</legend>
        ${termsFor(parts.state.settings.rules, amount).map((term, i) =>
          choice(amount, term, i === 0)
        )}
      </fieldset>
      <button name="action" value="pay" data-testid="pay">Pay</button>
      <button name="action" value="decline" data-testid="decline">
        Decline the card
      </button>
      <button name="action" value="cancel" data-testid="cancel">
        Cancel and return to the shop
      </button>
    </form>
    <small>${Math.ceil(left / 60_000)} minutes left</small>`
  const status = wrong ? 422 : undefined
  return layout(parts, c, { title: "Payment", body, status })
}

/** A term and what is paid when, the odd cents first. */
function choice(amount: number, term: number, checked: boolean): Html {
  const payments = splitAmount(amount, term)
  const last = payments.at(-1) ?? 0
  return html`<label>
    <input
      type="radio"
      name="number_of_payments"
      value="${term}"
      data-testid="term-${term}"
      ${checked && html`checked`}
    />
    <span>
      ${term} payments
      <small>${rand(payments[0] ?? 0)} today, the last one ${rand(last)}</small>
    </span>
  </label>`
}

const ENDINGS: Record<string, string> = {
  successful: "Payment complete",
  cancelled: "Payment cancelled",
  received: "This payment session has expired",
}

/** The page of a checkout that can no longer be paid. */
function endPage(parts: Parts, c: Exchange, checkout: SandboxCheckout) {
  const { status, amount, request, redirect_url } = checkout
  const isPaid = status === "successful"
  const back =
    redirect_url ?? (isPaid ? request.success_url : request.cancel_url)
  const title = ENDINGS[status] ?? "This payment cannot be made"
  const body = html`<h1>${title}</h1>
    <p>${isPaid ? `${rand(amount)} is paid.` : "Nothing was charged."}</p>
    ${
      typeof back === "string" &&
      html`<a class="button" href="${back}">Return to the shop</a>`
    }`
  const hasEnded = isPaid || status === "cancelled"
  return layout(parts, c, { title, body, status: hasEnded ? undefined : 410 })
}
