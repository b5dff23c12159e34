import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import {
  fromCents,
  isSameAmount,
  smallestCents,
  toCents,
  toExactCents,
  unreserved,
} from "../../modules/instalments/rules"
import { withOrderLease } from "../order-lease"
import { isUnpaid, readOrderPayments } from "../settle/read-payments"
import { readBalance } from "./read-balance"

/** What a payment of an order is to be of, in whole cents. */
type Due = { cents: number; currency: string }
/** A payment collection of an order. `amount` is what it asks for, in major units. */
type Asking = { id: string; amount: BigNumberInput }

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
  collection: Asking,
  due: Due,
  container: MedusaContainer
): Promise<void> {
  if (isAbout(collection.amount, due)) {
    await askFor(due, collection, container)
  }
}

/**
 * Brings what a payment collection asks for up to what its order owes: core leaves it as
 * it was when a credit is given or a return is called off, and a shopper would be asked
 * for too much, or for nothing. A smaller one beside others is a part that somebody wants
 * paid, and stays. Nothing changes while another provider's payment is authorised or
 * under way.
 *
 * @throws MedusaError (conflict) when others keep the order busy.
 */
export async function askForOwed(
  collectionId: string,
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  await withOrderLease({ id: orderId }, container, async () => {
    const balance = await readBalance(orderId, container)
    const { collections } = await readOrderPayments(orderId, container)
    const unpaid = collections.filter(isUnpaid)
    const asking = unpaid.find(
      ({ id, payments }) => id === collectionId && payments.length === 0
    )
    if (!balance || !asking || unreserved(balance) < balance.owed) {
      return
    }
    const due = { cents: balance.owed, currency: balance.currency }
    if (due.cents > 0 && !isPart(asking, unpaid, due)) {
      await askFor(due, asking, container)
    }
  })
}

/**
 * Brings what is still asked for of an order to what it owes, once a payment is booked
 * or taken out of the books. Of several, or beside what another provider has authorised
 * or under way, none asks for more than is owed, and nothing else changes: core's own
 * workflow takes one of them for the only one, makes it ask for all, and cancels it
 * where it is authorised. The caller holds the order's lease.
 */
export async function askForTheRest(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const balance = await readBalance(orderId, container)
  const { collections } = await readOrderPayments(orderId, container)
  const unpaid = collections.filter(isUnpaid)
  if (!balance) {
    return
  }
  const due = { cents: balance.owed, currency: balance.currency }
  const isShared = unreserved(balance) < balance.owed
  for (const asking of unpaid) {
    const isMore = toCents(asking.amount, due.currency) > due.cents
    if (isMore || !(isShared || isPart(asking, unpaid, due))) {
      await askFor(due, asking, container)
    }
  }
}

/** Whether a payment collection asks for less than is owed, beside others that ask too. */
function isPart({ amount }: Asking, unpaid: Asking[], due: Due): boolean {
  return (
    unpaid.length > 1 &&
    toCents(amount, due.currency) < due.cents &&
    !isAbout(amount, due)
  )
}

async function askFor(
  { cents }: Due,
  { id, amount }: Asking,
  container: MedusaContainer
) {
  const whole = fromCents(cents)
  if (!isSameAmount(amount, whole)) {
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, { amount: whole })
  }
}
