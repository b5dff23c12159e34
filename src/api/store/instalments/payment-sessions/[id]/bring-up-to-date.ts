import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { askPause } from "../../../../../modules/instalments/domain/pauses"
import type { CheckoutRow } from "../../../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../../../modules/instalments/service"
import { checkCheckout } from "../../../../../workflows/check-checkout"
import { messageOf } from "../../../../../modules/instalments/message-of"
import {
  checkoutReferences,
  logLine,
} from "../../../../../modules/instalments/telemetry/references"

/**
 * The checkout as it is now: while it is pending the service is asked, less and
 * less often, so that a shopper whose callback was lost need not wait for the
 * reconcile job. What fails leaves the ledger's word standing.
 */
export async function bringUpToDate(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const asked = checkout.asked_at?.getTime() ?? checkout.opened_at.getTime()
  const pause = askPause(Math.max(checkout.asks, 1))
  const rested = ledger.now() - asked >= pause
  if (checkout.status !== "received" || !rested) {
    return checkout
  }
  try {
    return await checkCheckout(container, checkout, "shopper")
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(
        logLine(
          `Instalment checkout ${checkout.id} was not asked about: ${messageOf(error)}`,
          checkoutReferences(checkout)
        )
      )
    return checkout
  }
}
