import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { settlePause } from "../../modules/instalments/domain/pauses"
import { InstalmentsEvents } from "../../modules/instalments/events"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import { messageOf } from "../../modules/instalments/message-of"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"
import { betweenCompletions } from "./alone"
import { placeOrder } from "./place-order"
import { placed } from "./placed"
import { readPlacedOrder } from "./read-placed-order"
import { unplaced } from "./unplaced"
import { whyUnplaced, type NotPlaced } from "./why-unplaced"

/**
 * Tries once to turn a paid checkout into an order. What fails for a reason that
 * passes stays open and is due again by itself; when no order is possible the
 * payment is held or returned. To be called by one process at a time per cart.
 */
export async function attemptToSettle(
  known: CheckoutRow,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const { id } = known
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const attempt = known.settle_attempts + 1
  // Written first: whoever is killed from here on leaves the row to be found.
  const checkout = await ledger.changeCheckout({
    id,
    settle_attempts: attempt,
    look_after: new Date(ledger.now() + settlePause(attempt)),
  })
  if (attempt === 1) {
    await ledger.emit(InstalmentsEvents.CHECKOUT_SUCCESSFUL, { id })
  }
  const tried = await placeOrder(checkout, container).catch(
    (error: unknown): NotPlaced => ({ by: "trouble", reason: messageOf(error) })
  )
  if ("order_id" in tried) {
    return placed(checkout, tried.order_id, ledger)
  }
  const reason = whyUnplaced(tried, checkout)
  return reason
    ? end(checkout, reason, container).catch((error: unknown) =>
        tryAgain(checkout, messageOf(error), container)
      )
    : tryAgain(checkout, tried.reason, container)
}

/** The last word, unless the shopper's browser has completed the cart just now. */
function end(
  checkout: CheckoutRow,
  reason: string,
  container: MedusaContainer
): Promise<CheckoutRow> {
  return betweenCompletions(checkout, container, async () => {
    const order = await readPlacedOrder(checkout.cart_id, container)
    return order?.reference === checkout.id && !order.twice
      ? placed(checkout, order.id, container.resolve(INSTALMENTS_MODULE))
      : unplaced(checkout, reason, container)
  })
}

function tryAgain(
  checkout: CheckoutRow,
  last_error: string,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const { id, settle_attempts } = checkout
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      logLine(
        `Instalment payment ${id} is not placed yet (attempt ${settle_attempts}): ${last_error}. It is tried again.`,
        checkoutReferences(checkout)
      )
    )
  return ledger.changeCheckout({ id, last_error })
}
