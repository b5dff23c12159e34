import { decline } from "../../payments/end-checkout"
import { splitAmount } from "../../payments/terms"
import { field, stepForm } from "../field"
import { html, type Html } from "../html"
import { rand } from "../money"
import type { Form, View } from "../view"

const CODE = "1234"
const MOST_WRONG_CODES = 3

/** Step 4: the bank's own question, 3-D Secure. */
export function verifyView(view: View): Html {
  const { amount, page } = view.checkout
  const [today = 0] = splitAmount(amount, page.number_of_payments ?? 1)
  const phone = (page.mobile_number ?? "").slice(-4)
  const fields = field(view, {
    name: "otp",
    label: "One-time code",
    hint: "Sandbox: the code is 1234.",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: 8,
    focus: true,
  })
  return html`<p class="bank">Your bank · 3-D Secure</p>
    <h1>Confirm it is you</h1>
    <p class="lead">
      Your bank has sent a code to the number ending in ${phone}, for
      <span class="amount">${rand(today)}</span> on the card ending in
      ${page.card_last4}.
    </p>
    ${stepForm(view, fields, "Confirm payment")}`
}

/** Checks the code; after three wrong ones the card is declined. */
export function takeCode({ parts, checkout }: View, form: Form): Form {
  const { page } = checkout
  if ((form.otp ?? "").trim() === CODE) {
    return {}
  }
  page.wrong_codes += 1
  if (page.wrong_codes < MOST_WRONG_CODES) {
    return { otp: "This code is wrong. Check it and try again." }
  }
  page.step = "card"
  const reason = "Your bank could not confirm that it is you."
  decline(parts, checkout, reason)
  return { card_number: `${reason} Nothing was charged. Try again.` }
}
