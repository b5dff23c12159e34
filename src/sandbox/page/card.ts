import { html } from "hono/html"
import { decline, splitAmount } from "../payments"
import type { Form, View } from "./page"
import { field, rand, stepForm, type Html } from "./pieces"

/** The cards that the sandbox knows, and the result of each. */
const TEST_CARDS = [
  { number: "4242 4242 4242 4242", says: "succeeds after 3-D Secure" },
  {
    number: "4000 0000 0000 0002",
    says: "declined",
    decline: "Your bank declined this card. Nothing was charged.",
  },
  {
    number: "4000 0000 0000 9995",
    says: "insufficient funds",
    decline:
      "There is not enough credit available on this card. Nothing was charged.",
  },
]

const CODE = "1234"
const MOST_WRONG_CODES = 3

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
      <span class="amount">${rand(today)}</span> is charged today.
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

/** Why a card is declined; undefined when it is good. */
function declineOf(digits: string): string | undefined {
  const card = TEST_CARDS.find(
    ({ number }) => number.replace(/ /g, "") === digits
  )
  return card
    ? card.decline
    : "This is a sandbox: it knows its test cards only. Nothing was charged."
}

/** The list of test cards below the card fields. */
function testCards(): Html {
  return html`<details class="test-cards" open>
    <summary>Test cards</summary>
    <dl>
      ${TEST_CARDS.map(
        ({ number, says }) =>
          html`<div>
            <dt>${number}</dt>
            <dd>${says}</dd>
          </div>`
      )}
    </dl>
    <p>Any expiry date in the future and any three digits for the CVC.</p>
  </details>`
}

/** The digits of the card number, without spaces and dashes. */
function cardDigits(form: Form): string {
  return (form.card_number ?? "").replace(/[\s-]/g, "")
}

/** What is wrong with the card fields at `now` (ms), before the bank. */
function checkCard(form: Form, now: number): Form {
  const errors: Form = {}
  if (!isCardNumber(cardDigits(form))) {
    errors.card_number = "Check the card number: it has a wrong digit."
  }
  if (!isInFuture((form.expiry ?? "").replace(/\s/g, ""), now)) {
    errors.expiry = "Enter a date in the future, as MM/YY."
  }
  if (!/^\d{3,4}$/.test((form.cvc ?? "").trim())) {
    errors.cvc = "Enter the 3 digits from the back."
  }
  return errors
}

/** The Luhn check: every second digit from the right counts twice. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return /^\d{13,19}$/.test(digits) && sum % 10 === 0
}

/** A card is good to the end of its month. */
function isInFuture(expiry: string, now: number): boolean {
  const [, month, year] = /^(\d{2})\/?(?:20)?(\d{2})$/.exec(expiry) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) {
    return false
  }
  return Date.UTC(2000 + Number(year), Number(month)) > now
}

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
