import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { AskedRecentlyError } from "../../modules/instalments/service-api"
import type { CheckoutRow } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { checkCheckout } from "../../workflows/check-checkout"

/** How long to wait for the callback before the service is asked. */
export const CALLBACK_COMES_MS = 15_000

/**
 * The checkout as it is now, for a shopper who waits. A pending checkout is
 * checked, and settled when it is paid. Each checkout has its own pause between
 * two checks. When the check fails, the ledger's last state counts.
 */
export async function bringUpToDate(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { id, status } = checkout
  if (status !== "received") {
    return checkout
  }
  try {
    return await checkCheckout(container, checkout, "shopper")
  } catch (error) {
    if (error instanceof AskedRecentlyError) {
      return checkout
    }
    log(container).info(
      `Instalment checkout ${id} was not asked about: ${messageOf(error)}`,
      checkout
    )
    // Settling may have failed after the check had changed the row.
    return ledger.retrieveCheckout(id)
  }
}
