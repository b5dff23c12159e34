import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  settlePause,
  SETTLE_ATTEMPTS,
} from "../../modules/instalments/domain/pauses"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { InstalmentsEvents } from "../../modules/instalments/events"
import { alone } from "./alone"
import { openAgain } from "./open-again"
import { lookAfterEnd } from "../../modules/instalments/domain/look-plan"
import { placeOrder } from "./place-order"
import { unplaced } from "./unplaced"
import { messageOf } from "../../modules/instalments/message-of"

/** `by_hand`: a person wants a held payment placed; it is tried once. */
export type SettleInput = { reference: string; by_hand?: boolean }

/** Settles one checkout, one writer at a time per cart. See the workflow. */
export const settleCheckoutStep = createStep(
  "settle-instalments-checkout-step",
  async ({ reference, by_hand }: SettleInput, { container }) => {
    const ledger: InstalmentsModuleService =
      container.resolve(INSTALMENTS_MODULE)
    const known = await ledger.retrieveCheckout(reference)
    const settled = await alone(known, container, async () => {
      if (by_hand) {
        await openAgain(ledger, reference)
      }
      return settle(reference, ledger, container)
    })
    return new StepResponse(settled)
  }
)

async function settle(
  reference: string,
  ledger: InstalmentsModuleService,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const known = await ledger.retrieveCheckout(reference)
  if (known.outcome !== "open" || known.status !== "successful") {
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
  try {
    const result = await placeOrder(checkout, container)
    return "reason" in result
      ? await unplaced(checkout, result.reason, container)
      : await ledger.updateCheckouts({
          id: reference,
          outcome: "placed",
          outcome_at: new Date(ledger.now()),
          order_id: result.order_id,
          held_reason: null,
          look_after: lookAfterEnd(checkout, ledger.now()),
          last_error: null,
        })
  } catch (error) {
    const last_error = messageOf(error)
    if (attempt >= SETTLE_ATTEMPTS) {
      const reason = `${attempt} attempts failed, the last with: ${last_error}`
      return unplaced(checkout, reason, container)
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `Instalment payment ${reference} is not placed yet (attempt ${attempt}): ${last_error}. It is tried again.`
      )
    return ledger.updateCheckouts({ id: reference, last_error })
  }
}
