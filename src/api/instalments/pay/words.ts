import { moneyInWords, restInWords } from "../../../modules/instalments/rules"
import { html, type Html } from "./html"
import type { Note, View } from "./view"

/** A view in words: the page's status code, its heading and what is below it. */
export type Words = {
  status: number
  heading: string
  body: Html
  /** The browser reloads the page after this many seconds. */
  again?: number
}

/** Long enough for a screen reader to read the page aloud. */
const LOOK_AGAIN_S = 15

const NOTES: Record<Note, string> = {
  not_completed: "The last payment was not completed. You can try again.",
  returned:
    "The last payment is being returned to you, as the order could not take it.",
  arrived: "Your payment has arrived. Since then, the order owes more.",
}

const CHANGED =
  "The amount has changed since you opened this page. Please look at the new one before you go on."

/** What the page says, in plain words for a shopper. */
export function wordsOf(view: View): Words {
  switch (view.kind) {
    case "payable":
      return payable(view)
    case "not_here":
      return say(
        `Order ${view.number}`,
        `Order ${view.number} owes ${moneyInWords(view.amount, view.currency)}. This cannot be paid in instalments. Please ask the shop for another way to pay.`
      )
    case "elsewhere":
      return say(
        `Order ${view.number} is being paid in another way already`,
        restInWords(view.amount, view.currency)
      )
    case "waiting":
      return {
        ...say("We are waiting for the payment to be confirmed"),
        body: html`<p>
            You do not have to do anything. This page looks again every
            ${LOOK_AGAIN_S} seconds.
          </p>
          <p><a href="?back=1">Look again now</a></p>
          <p><a href="?">I did not finish paying</a></p>`,
        again: LOOK_AGAIN_S,
      }
    case "recording":
      return {
        ...say(
          "Your payment has arrived",
          `It is being recorded for order ${view.number}. Please do not pay again.`
        ),
        again: LOOK_AGAIN_S,
      }
    case "held":
      return say(
        "Your payment has arrived",
        `The shop is looking after it. Please do not pay again for order ${view.number}.`
      )
    case "paid":
      return say(
        "Your payment has arrived",
        `Thank you. Nothing more has to be paid for order ${view.number}.`
      )
    case "returned":
      return say(
        "Your payment is being returned to you",
        `Order ${view.number} did not owe it any more. Nothing has to be paid.`
      )
    case "refunded":
      return say(
        "Your payment was refunded",
        `The shop returns all of it to you. Nothing has to be paid for order ${view.number}.`
      )
    case "nothing_owed":
      return say(
        "Nothing has to be paid",
        `Order ${view.number} owes nothing at the moment.`
      )
    case "cancelled":
      return say(
        `Order ${view.number} is cancelled`,
        "Nothing has to be paid for it."
      )
    case "draft":
      return say(
        `Order ${view.number} is not confirmed yet`,
        "The shop has to confirm it first. Please use this link again later."
      )
    case "ended":
      return {
        ...say(
          "This link has ended",
          "Please ask the shop for a new one. Nothing was charged by opening it."
        ),
        status: 410,
      }
    case "taken_back":
      return {
        ...say(
          "This link is no longer valid",
          "The shop has taken it back. Please ask the shop for a new one. Nothing was charged by opening it."
        ),
        status: 410,
      }
    case "unknown":
      return {
        ...say(
          "This link is not known",
          "Please open the whole link that the shop has sent to you, or ask the shop for a new one."
        ),
        status: 404,
      }
    case "busy":
      return {
        ...say(
          "This page was opened very often",
          "Please wait a minute, then open it again."
        ),
        status: 429,
      }
    case "failed":
      return {
        ...say(
          "That did not work",
          "This page cannot tell now what was paid. If you have paid already, your payment is safe: please do not pay again. If you have not, please try again in a minute."
        ),
        status: 503,
      }
  }
}

function payable({
  number,
  amount,
  currency,
  month,
  note,
  changed = false,
}: Extract<View, { kind: "payable" }>): Words {
  return {
    status: 200,
    heading: `Pay for order ${number}`,
    body: html`${note && html`<p class="note">${NOTES[note]}</p>`}
      ${changed && html`<p class="note">${CHANGED}</p>`}
      <p class="amount">${moneyInWords(amount, currency)}</p>
      ${
        month &&
        html`<p>
          ${month.payments} monthly payments of about
          ${moneyInWords(month.amount, currency)}. You choose the number of
          payments on the next page, which shows what is charged to the cent.
        </p>`
      }
      <form method="post" action="?amount=${amount}">
        <button type="submit">Pay in instalments</button>
      </form>
      <p class="small">
        You go to a secure payment page. You need a credit card.
      </p>`,
  }
}

function say(heading: string, text = ""): Words {
  return { status: 200, heading, body: html`<p>${text}</p>` }
}
