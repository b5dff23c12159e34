import { html } from "hono/html"
import type { LineItem } from "../api/schemas"
import type { Exchange, Parts } from "../parts"
import { splitAmount } from "../payments"
import type { PageStep, SandboxCheckout } from "../state/state"
import { cardView, verifyView } from "./card"
import { layout } from "./layout"
import { planInWords, rand, type Html } from "./pieces"
import { mobileView, termView } from "./plan"

/** What the shopper typed, by field name. */
export type Form = Record<string, string>

/** Everything that the payment page is rendered from. */
export type View = {
  c: Exchange
  parts: Parts
  checkout: SandboxCheckout
  /** The step that is open. */
  step: PageStep
  /** Sentences next to the fields that they are about. */
  errors: Form
  /** What to put back into the fields. */
  values: Form
}

/** The steps in their order, with the words of the progress line. */
export const STEPS: { step: PageStep; title: string }[] = [
  { step: "mobile", title: "Mobile" },
  { step: "term", title: "Plan" },
  { step: "card", title: "Card" },
  { step: "verify", title: "Confirm" },
]

/** Whether the shopper has come as far as a step. */
export function hasReached(checkout: SandboxCheckout, step: PageStep): boolean {
  const place = (one: PageStep) => STEPS.findIndex((each) => each.step === one)
  return place(checkout.page.step) >= place(step)
}

const VIEWS: Record<PageStep, (view: View) => Html> = {
  mobile: mobileView,
  term: termView,
  card: cardView,
  verify: verifyView,
}

/** The payment page with one step open. */
export function page(view: View, status: 200 | 422) {
  const title = STEPS.find(({ step }) => step === view.step)?.title ?? ""
  const body = html`<main class="flow">
      ${progress(view)} ${done(view)}
      <section class="panel step-${view.step}" data-testid="step-${view.step}">
        ${VIEWS[view.step](view)}
      </section>
      ${leave(view)}
    </main>
    ${summary(view.checkout)}`
  return layout(view.parts, view.c, { title, body, status })
}

function progress({ step: open, checkout }: View): Html {
  return html`<ol class="progress" aria-label="Steps">
    ${STEPS.map(({ step, title }) => {
      const state =
        step === open ? "open" : hasReached(checkout, step) && "done"
      return html`<li
        class="${state}"
        ${step === open && html`aria-current="step"`}
      >
        ${title}
      </li>`
    })}
  </ol>`
}

/** What was answered so far, with a way back to it. */
function done({ step: open, checkout }: View): Html {
  const { id, page, amount } = checkout
  const at = STEPS.findIndex(({ step }) => step === open)
  const plan =
    page.number_of_payments &&
    planInWords(splitAmount(amount, page.number_of_payments))
  const answers = [
    { step: "mobile", label: "Mobile number", value: page.mobile_number },
    { step: "term", label: "Plan", value: plan },
    { step: "card", label: "Card", value: `ends in ${page.card_last4}` },
  ].slice(0, at)
  return html`${answers.map(
    ({ step, label, value }) =>
      html`<p class="answer">
        <span><small>${label}</small>${value}</span>
        <a href="/pay/${id}?step=${step}" aria-label="Change ${label}"
          >Change</a
        >
      </p>`
  )}`
}

function leave({ parts, checkout }: View): Html {
  const left = Date.parse(checkout.expires_at ?? "") - parts.clock.now()
  return html`<form
    class="leave"
    method="post"
    action="/pay/${checkout.id}/cancel"
  >
    <button type="submit" class="link" data-testid="cancel">
      Cancel and return to the shop
    </button>
    <span class="time" data-left-ms="${left}"
      >${Math.ceil(left / 60_000)} minutes left</span
    >
  </form>`
}

/** What is being paid for, from the merchant's `line_items`. */
function summary({ amount, request }: SandboxCheckout): Html {
  const items = (request.line_items ?? []) as LineItem[]
  return html`<aside class="summary">
    <details open>
      <summary>
        <span>Your order</span>
        <b class="amount" data-testid="total">${rand(amount)}</b>
      </summary>
      <ul>
        ${items.map(
          ({ name, amount: price, quantity }) =>
            html`<li>
              <span>${quantity > 1 && `${quantity} × `}${name}</span>
              <span class="amount">${rand(price)}</span>
            </li>`
        )}
      </ul>
      <p class="total">
        <span>Total</span><b class="amount">${rand(amount)}</b>
      </p>
    </details>
  </aside>`
}
