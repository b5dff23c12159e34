import type { Form } from "../view"

/** The digits of the card number, without spaces and dashes. */
export function cardDigits(form: Form): string {
  return (form.card_number ?? "").replace(/[\s-]/g, "")
}

/** What is wrong with the card fields at `now` (ms), before the bank. */
export function checkCard(form: Form, now: number): Form {
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
