import { field, stepForm } from "../field"
import { html, type Html } from "../html"
import type { Form, View } from "../view"

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
    <p class="lead">
      Pay monthly with the credit card that you already have. No interest, no
      fees, no new account.
    </p>
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
