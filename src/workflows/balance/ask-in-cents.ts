import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import {
  fromCents,
  isSameAmount,
  smallestCents,
  toExactCents,
} from "../../modules/instalments/rules"

/** What a payment of an order is to be of, in whole cents. */
type Due = { cents: number; currency: string }

/**
 * Whether an amount of Medusa's (major units) is what is due but for the fraction of a
 * cent that tax on top of prices leaves.
 */
export function isAbout(
  amount: BigNumberInput,
  { cents, currency }: Due
): boolean {
  const apart = MathBN.abs(MathBN.sub(toExactCents(amount), cents))
  return MathBN.lt(apart, smallestCents(currency))
}

/**
 * Makes a payment collection of an order ask for whole cents, those that the order owes.
 * Core asks for fractions, and rounded by itself such a payment may be a cent more or
 * less than what is left of the order's total. Another amount stays as it is.
 */
export async function askInCents(
  { id, amount }: { id: string; amount: BigNumberInput },
  due: Due,
  container: MedusaContainer
): Promise<void> {
  const whole = fromCents(due.cents)
  if (isAbout(amount, due) && !isSameAmount(amount, whole)) {
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, { amount: whole })
  }
}
