import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import {
  CLOCKS_APART_MS,
  moneyInWords,
  refused,
} from "../modules/instalments/rules"
import { learnt } from "./reconcile/check-due"

/** Longer than the service is given to answer the one who is first. */
const WAIT_MS = 30_000

/**
 * For a checkout whose creation was not answered: writes the id that a person
 * gave. The service is asked for that id: it must be paid, have the same
 * amount, have been created when this one was, and belong to no other row. A payment
 * that was not known is then settled. One person at a time gives an id.
 *
 * @throws MedusaError (not allowed) that says which condition is not met;
 * ServiceError when the service does not answer properly.
 */
export function identifyCheckout(
  container: MedusaContainer,
  id: string,
  checkoutId: string
): Promise<void> {
  const { leases } = container.resolve(INSTALMENTS_MODULE)
  return leases.run(
    `identify:${checkoutId}`,
    () => identify(container, id, checkoutId),
    { waitMs: WAIT_MS }
  )
}

async function identify(
  container: MedusaContainer,
  id: string,
  checkoutId: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const checkout = await ledger.retrieveCheckout(id)
  if (checkout.checkout_id) {
    throw refused(`Checkout ${id} is ${checkout.checkout_id} at the service.`)
  }
  if (checkout.creation === "refused" && checkout.status !== "successful") {
    throw refused(
      `The service refused to create checkout ${id}, so it has none.`
    )
  }
  const [other] = await ledger.listCheckouts({ checkout_id: checkoutId })
  if (other) {
    throw refused(`${checkoutId} is checkout ${other.id} of this store.`)
  }
  const fetched = await ledger.client.fetchCheckout(checkoutId, "on_demand")
  const { status, amount, currency, created_at } = fetched
  if (status !== "successful") {
    throw refused(
      `${checkoutId} is ${status} at the service: nothing was paid.`
    )
  }
  if (amount !== checkout.amount || currency !== checkout.currency) {
    throw refused(
      `${checkoutId} is of ${moneyInWords(amount, currency)}, checkout ${id} of ${moneyInWords(checkout.amount, checkout.currency)}.`
    )
  }
  const apart = Date.parse(created_at) - checkout.opened_at.getTime()
  const wasListed = await ledger.unmatched.wasSeen(
    checkoutId,
    checkout.opened_at
  )
  if (wasListed || !(Math.abs(apart) <= CLOCKS_APART_MS)) {
    throw refused(
      `${checkoutId} was created at another time (${created_at}) than checkout ${id} (${checkout.opened_at.toISOString()}), so it is another one.`
    )
  }
  const learned = await ledger.learning.identified(id, fetched)
  if (!learned) {
    throw refused(`Checkout ${id} has changed meanwhile. Look at it again.`)
  }
  await learnt(container, learned.checkout, learned.news)
}
