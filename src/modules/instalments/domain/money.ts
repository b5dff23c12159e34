import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

/**
 * Medusa's amount (major units, BigNumber) as integer cents, exactly: the one
 * place that converts.
 *
 * @throws MedusaError (invalid data) for an amount that is negative, finer
 * than a cent, or no number at all.
 */
export function toCents(amount: BigNumberInput, currency: string): number {
  const cents = MathBN.mult(amount, 100)
  if (!cents.isInteger() || cents.isNegative()) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${MathBN.convert(amount).toString()} ${currency.toUpperCase()} is not a whole number of cents that can be paid. Instalments need amounts of at most two decimals.`
    )
  }
  const value = cents.toNumber()
  if (!Number.isSafeInteger(value)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${cents.toString()} cents is too large an amount for instalments.`
    )
  }
  return value
}

/** Integer cents as Medusa's major units, exactly. */
export function fromCents(cents: number) {
  return MathBN.div(cents, 100)
}
