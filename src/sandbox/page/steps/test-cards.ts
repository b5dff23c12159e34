import { html, type Html } from "../html"

/** The cards that the sandbox knows, and what becomes of each. */
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

/** Why a card is declined; undefined when it is good. */
export function declineOf(digits: string): string | undefined {
  const card = TEST_CARDS.find(
    ({ number }) => number.replace(/ /g, "") === digits
  )
  return card
    ? card.decline
    : "This is a sandbox: it knows its test cards only. Nothing was charged."
}

/** The list of test cards below the card fields. */
export function testCards(): Html {
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
