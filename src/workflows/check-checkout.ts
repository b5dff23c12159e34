import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import type { CheckoutRow, Urgency } from "../modules/instalments/types"
import { settleCheckout } from "./settle"
import { emitStatusEvents } from "./emit-status-events"

/**
 * Checks one checkout now and settles it when it is paid. `restMs` is the pause
 * since its last check; without it the pause grows with each check.
 *
 * @throws ServiceError; `RateLimitError` says when it may be asked again.
 */
export async function checkCheckout(
  container: MedusaContainer,
  checkout: CheckoutRow,
  urgency: Urgency,
  restMs?: number
): Promise<CheckoutRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const asked = await ledger.learning.check(checkout, urgency, restMs)
  if (asked.news) {
    await emitStatusEvents(ledger, asked.checkout)
  }
  if (asked.checkout.status !== "successful") {
    return asked.checkout
  }
  return settleCheckout(asked.checkout, container)
}
