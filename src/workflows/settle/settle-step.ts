import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { alone } from "./alone"
import { openAgain } from "./open-again"
import { settle, type SettleInput } from "./settle"

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
      return settle({ reference, by_hand }, container)
    })
    return new StepResponse(settled)
  }
)
