import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { lookAfterEnd } from "../../modules/instalments/domain/look-plan"
import { settlePause } from "../../modules/instalments/domain/pauses"
import { InstalmentsEvents } from "../../modules/instalments/events"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import { messageOf } from "../../modules/instalments/message-of"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { betweenCompletions } from "./alone"
import { placeOrder } from "./place-order"
import { readPlacedOrder } from "./read-placed-order"
import { unplaced } from "./unplaced"
import { whyUnplaced, type NotPlaced } from "./why-unplaced"

/** `by_hand`: a person wants a held payment placed; it is tried once. */
export type SettleInput = { reference: string; by_hand?: boolean }

/**
 * Makes one attempt to turn a paid checkout into its order, and writes what came
 * of it. Does nothing for a checkout that is settled, is not paid, or rests
 * between two attempts. Runs alone on its cart.
 */
export async function settle(
  { reference, by_hand }: SettleInput,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.retrieveCheckout(reference)
  if (known.outcome !== "open" || known.status !== "successful") {
    return known
  }
  // Doubled callbacks in the pause between two attempts must not use them up.
  const rests = (known.look_after?.getTime() ?? 0) > ledger.now()
  if (known.settle_attempts > 0 && rests && !by_hand) {
    return known
  }
  const attempt = known.settle_attempts + 1
  // Written first: whoever is killed from here on leaves the row to be found.
  const checkout = await ledger.updateCheckouts({
    id: reference,
    settle_attempts: attempt,
    look_after: new Date(ledger.now() + settlePause(attempt)),
  })
  if (attempt === 1) {
    await ledger.emit(InstalmentsEvents.CHECKOUT_SUCCESSFUL, {
      id: reference,
    })
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
) {
  return betweenCompletions(checkout, container, async () => {
    const order = await readPlacedOrder(checkout.cart_id, container)
    return order?.reference === checkout.id && !order.twice
      ? placed(checkout, order.id, container.resolve(INSTALMENTS_MODULE))
      : unplaced(checkout, reason, container)
  })
}

function placed(
  checkout: CheckoutRow,
  order_id: string,
  ledger: InstalmentsModuleService
): Promise<CheckoutRow> {
  return ledger.updateCheckouts({
    id: checkout.id,
    outcome: "placed",
    outcome_at: new Date(ledger.now()),
    order_id,
    held_reason: null,
    look_after: lookAfterEnd(checkout, ledger.now()),
    last_error: null,
  })
}

function tryAgain(
  { id, settle_attempts }: CheckoutRow,
  last_error: string,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `Instalment payment ${id} is not placed yet (attempt ${settle_attempts}): ${last_error}. It is tried again.`
    )
  return ledger.updateCheckouts({ id, last_error })
}
