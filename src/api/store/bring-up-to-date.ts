import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { AskedRecentlyError } from "../../modules/instalments/service-api"
import type { CheckoutRow } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { checkCheckout } from "../../workflows/check-checkout"

/** So long a callback may take that comes by itself; then the service is asked. */
export const CALLBACK_COMES_MS = 15_000

/**
 * The checkout as it is now, for a shopper who waits: while it is pending the
 * service is asked, and what is paid is settled. Each checkout has its own
 * pause between questions, whoever asks. What fails leaves the ledger's word
 * standing.
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
    // What failed may have been the settling of what the answer said.
    return ledger.retrieveCheckout(id)
  }
}
