import type { LineItem } from "../api/check-line-items"
import type { SandboxCheckout } from "../state/records"
import { html, type Html } from "./html"
import { rand } from "./money"

/** What is being paid for, from the merchant's `line_items`. */
export function summary({ amount, request }: SandboxCheckout): Html {
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
