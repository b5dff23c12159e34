import type { Answer } from "../http/exchange"
import { splitAmount } from "../payments/terms"
import type { PageStep } from "../state/records"
import { html, type Html } from "./html"
import { layout } from "./layout"
import { planInWords } from "./money"
import { cardView } from "./steps/card"
import { mobileView } from "./steps/mobile"
import { termView } from "./steps/term"
import { verifyView } from "./steps/verify"
import { summary } from "./summary"
import { hasReached, STEPS, type View } from "./view"

const VIEWS: Record<PageStep, (view: View) => Html> = {
  mobile: mobileView,
  term: termView,
  card: cardView,
  verify: verifyView,
}

/** The payment page with one step open. */
export function page(view: View, status: number): Answer {
  const title = STEPS.find(({ step }) => step === view.step)?.title ?? ""
  const body = html`<main class="flow">
      ${progress(view)} ${done(view)}
      <section class="panel step-${view.step}" data-testid="step-${view.step}">
        ${VIEWS[view.step](view)}
      </section>
      ${leave(view)}
    </main>
    ${summary(view.checkout)}`
  return layout(view.parts, { title, body, status })
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
