import { html } from "hono/html"
import { splitAmount, termsFor } from "../payments"
import type { Form, View } from "./page"
import { field, fieldError, planInWords, stepForm, type Html } from "./pieces"

const DIGITS = /^\+?\d{9,15}$/

/** Step 1: the shopper's mobile number, prefilled when the shop knew it. */
export function mobileView(view: View): Html {
  const { page, request } = view.checkout
  const customer = request.customer as { phone_number?: string } | undefined
  const fields = field(view, {
    name: "mobile_number",
    label: "Mobile number",
    hint: "We send your payment reminders to this number.",
    value: page.mobile_number ?? customer?.phone_number ?? "",
    inputmode: "tel",
    autocomplete: "tel",
    placeholder: "082 123 4567",
    maxlength: 24,
    focus: true,
  })
  return html`<h1>Split your payment</h1>
    <p class="lead">Pay monthly with the credit card that you already have.</p>
    ${stepForm(view, fields, "Continue")}`
}

/** Takes the number over; answers the errors. */
export function takeMobile({ checkout }: View, form: Form): Form {
  const number = (form.mobile_number ?? "").trim()
  if (!DIGITS.test(number.replace(/[\s()-]/g, ""))) {
    return {
      mobile_number: "Enter a mobile number, for example 082 123 4567.",
    }
  }
  checkout.page.mobile_number = number
  checkout.page.step = "term"
  return {}
}

/** Step 2: in how many months; each term shows what is paid when. */
export function termView(view: View): Html {
  const terms = offered(view)
  const chosen =
    view.checkout.page.number_of_payments ??
    (terms.length === 1 ? terms[0] : undefined)
  const fields = html`<fieldset
    class="terms${view.errors.number_of_payments ? " is-wrong" : ""}"
    aria-describedby="number_of_payments_error"
  >
    <legend>Number of monthly payments</legend>
    ${terms.map((term, i) => choice(view, term, term === chosen, i === 0))}
    ${fieldError(view, "number_of_payments")}
  </fieldset>`
  return html`<h1>Choose your plan</h1>
    <p class="lead">The first payment is today, the others follow monthly.</p>
    ${stepForm(view, fields, "Continue")}`
}

/** Takes the term over; answers the errors. */
export function takeTerm(view: View, form: Form): Form {
  const term = Number(form.number_of_payments)
  if (!offered(view).includes(term)) {
    return { number_of_payments: "Choose one of the plans." }
  }
  view.checkout.page.number_of_payments = term
  view.checkout.page.step = "card"
  return {}
}

function choice(view: View, term: number, checked: boolean, first: boolean) {
  const payments = splitAmount(view.checkout.amount, term)
  return html`<label class="term">
    <input
      type="radio"
      name="number_of_payments"
      value="${term}"
      data-testid="term-${term}"
      ${checked && html`checked`}
      ${(checked || first) && html`autofocus`}
    />
    <span>
      <b>${term} payments</b>
      <span class="plan">${planInWords(payments)}</span>
    </span>
  </label>`
}

function offered({ parts, checkout }: View): number[] {
  return termsFor(parts.state.settings.rules, checkout.amount)
}
