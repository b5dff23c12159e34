import { decline } from "../../payments/end-checkout"
import { splitAmount } from "../../payments/terms"
import { field, stepForm } from "../field"
import { html, type Html } from "../html"
import { rand } from "../money"
import type { Form, View } from "../view"
import { cardDigits, checkCard } from "./check-card"
import { declineOf, testCards } from "./test-cards"

/** Step 3: the shopper's credit card. */
export function cardView(view: View): Html {
  const { amount, page } = view.checkout
  const [today = 0] = splitAmount(amount, page.number_of_payments ?? 1)
  const fields = html`${field(view, {
      name: "card_number",
      label: "Card number",
      inputmode: "numeric",
      autocomplete: "cc-number",
      placeholder: "1234 5678 9012 3456",
      maxlength: 23,
      focus: true,
    })}
    <div class="pair">
      ${field(view, {
        name: "expiry",
        label: "Expiry date",
        inputmode: "numeric",
        autocomplete: "cc-exp",
        placeholder: "MM/YY",
        maxlength: 7,
      })}
      ${field(view, {
        name: "cvc",
        label: "CVC",
        inputmode: "numeric",
        autocomplete: "cc-csc",
        placeholder: "123",
        maxlength: 4,
      })}
    </div>`
  return html`<h1>Your credit card</h1>
    <p class="lead">
      <span class="amount">${rand(today)}</span> is charged today. The full
      ${rand(amount)} must be free on the card.
    </p>
    ${stepForm(view, fields, "Continue to your bank")} ${testCards()}`
}

/** Asks the bank; a declined card leaves the shopper on this step. */
export function takeCard(view: View, form: Form): Form {
  const { parts, checkout } = view
  const wrong = checkCard(form, parts.clock.now())
  if (Object.keys(wrong).length > 0) {
    view.values = { ...form, cvc: "" }
    return wrong
  }
  const digits = cardDigits(form)
  const reason = declineOf(digits)
  if (reason) {
    decline(parts, checkout, reason)
    return { card_number: `${reason} Try another card.` }
  }
  checkout.page.card_last4 = digits.slice(-4)
  checkout.page.wrong_codes = 0
  checkout.page.step = "verify"
  return {}
}
