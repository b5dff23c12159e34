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

/**
 * Integer cents for a person to read: `R 1 399,55`. What is no currency's code,
 * as only a stranger's answer can have it, is put behind the amount.
 */
export function moneyInWords(cents: number, currency: string): string {
  const isCode = /^[a-z]{3}$/i.test(currency)
  const words = new Intl.NumberFormat("en-ZA", {
    minimumFractionDigits: 2,
    ...(isCode && { style: "currency" as const, currency }),
  }).format(cents / 100)
  return isCode ? words : `${words} ${currency}`
}

/** Integer cents as Medusa's major units, exactly. */
export function fromCents(cents: number) {
  return MathBN.div(cents, 100)
}
