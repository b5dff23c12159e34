import { MedusaError } from "@medusajs/framework/utils"
import {
  highestOf,
  moneyInWords,
  termsFor,
} from "../../modules/instalments/rules"
import type { InstalmentsModuleService } from "../../modules/instalments/types"

/**
 * Refuses an amount (cents) that the merchant config has no term for. The last
 * known config counts; only when none was ever read is the service asked for it
 * here, and when that fails the service itself has the last word on the amount.
 *
 * @throws MedusaError (not allowed) in words for a shopper.
 */
export async function refuseAmount(
  { config }: InstalmentsModuleService,
  amount: number,
  currency: string
): Promise<void> {
  const bands =
    (await config.rules()) ??
    (await config.refresh("shopper").catch(() => null))
  if (!bands || termsFor(bands, amount).length > 0) {
    return
  }
  const lowest = Math.min(...bands.map((band) => band.from_amount))
  const highest = highestOf(bands)
  const range =
    bands.length === 0
      ? "no amount at the moment"
      : `amounts from ${moneyInWords(lowest, currency)} to ${moneyInWords(highest, currency)}`
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Instalments are offered for ${range}; this is ${moneyInWords(amount, currency)}. Choose another way to pay.`
  )
}
