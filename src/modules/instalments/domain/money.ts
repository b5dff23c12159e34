import type { BigNumberInput } from "@medusajs/framework/types"
import {
  defaultCurrencies,
  MathBN,
  MedusaError,
} from "@medusajs/framework/utils"

/** The service counts in cents, whatever the currency. */
const CENT_DIGITS = 2
/**
 * Medusa divides to 20 decimals and stores 20 digits, so that one sum is
 * 149.005 in one place and 149.00499999999999999 in another. Digits after the
 * tenth decimal are not money; without them both round to the same cent.
 */
const MEANT_DIGITS = 10

/**
 * Medusa's amount (major units, BigNumber) as integer cents: the one place that
 * converts. It rounds half up to the currency's precision, as Medusa does
 * before it compares a payment with its collection (`roundToCurrencyPrecision`
 * of its payment module); a currency finer than the cent is rounded to the cent.
 *
 * @throws MedusaError (invalid data) for an amount that is still negative after
 * rounding, too large to count in cents, or no number at all.
 */
export function toCents(amount: BigNumberInput, currency: string): number {
  const cents = MathBN.mult(rounded(amount, currency), 10 ** CENT_DIGITS)
  const value = cents.toNumber()
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${MathBN.convert(amount).toString()} ${currency.toUpperCase()} cannot be paid in instalments: it is negative, too large or no amount of money.`,
      "instalments_invalid_request"
    )
  }
  // An amount just below zero gives -0, which is made 0.
  return value + 0
}

/**
 * A part of an amount (major units) as cents with all its decimals: only for
 * parts that are added up or shared out and rounded together afterwards.
 */
export function toExactCents(amount: BigNumberInput) {
  return MathBN.mult(MathBN.convert(amount, MEANT_DIGITS), 10 ** CENT_DIGITS)
}

/**
 * Whether two of Medusa's amounts are equal, ignoring digits that are not
 * money.
 */
export function isSameAmount(a: BigNumberInput, b: BigNumberInput): boolean {
  return MathBN.eq(toExactCents(a), toExactCents(b))
}

/**
 * The smallest amount of a currency, in cents: what rounding one amount, or each of two
 * by itself, can make a difference of.
 */
export function smallestCents(currency: string): number {
  return 10 ** (CENT_DIGITS - digitsOf(currency))
}

function rounded(amount: BigNumberInput, currency: string) {
  const meant = MathBN.convert(amount, MEANT_DIGITS)
  return MathBN.convert(meant, digitsOf(currency))
}

function digitsOf(currency: string): number {
  const known = defaultCurrencies[currency.toUpperCase()]?.decimal_digits
  return Math.min(known ?? CENT_DIGITS, CENT_DIGITS)
}

/** Integer cents as Medusa's major units, exactly. */
export function fromCents(cents: number) {
  return MathBN.div(cents, 100)
}
