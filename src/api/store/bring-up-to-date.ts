import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  CALLBACK_COMES_MS,
  checkPause,
  isPending,
  isUnconfirmed,
} from "../../modules/instalments/rules"
import { AskedRecentlyError } from "../../modules/instalments/service-api"
import type { CheckoutRow } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { checkCheckout } from "../../workflows/check-checkout"

const BY_ID = "GET /api/checkouts/:id"
/** A check of one who waits, and the first one of another who comes. */
const WITH_ANOTHER = 2

/**
 * The checkout as it is now, for a shopper who waits. A pending checkout is
 * checked, and settled when it is paid. Each checkout has its own pause between
 * two checks, a short one while the limit has room for another shopper too. When
 * the check fails, the ledger's last state counts.
 */
export async function bringUpToDate(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { id, status, asks } = checkout
  if (!isPending(status) && !isUnconfirmed(checkout)) {
    return checkout
  }
  try {
    const room =
      asks > 0 && (await ledger.limits.hasRoom(BY_ID, "shopper", WITH_ANOTHER))
    const pause = checkPause(asks, room)
    return await checkCheckout(container, checkout, "shopper", pause)
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

/** The same, for who looks at a page: nobody has paid one that was just opened. */
export async function askAbout(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const { now } = container.resolve(INSTALMENTS_MODULE)
  const isYoung = now() - checkout.opened_at.getTime() < CALLBACK_COMES_MS
  return isYoung ? checkout : bringUpToDate(container, checkout)
}

/**
 * Before a shopper is told that nothing was paid, or goes to a payment page: another
 * checkout of the same cart, or for what the same order owes, may be paid, see
 * `mayBePaid`. One is brought up to date and answered. Null when there is none.
 */
export async function askAboutAnother(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const open = await ledger.due.mayBePaid(checkout, ledger.now())
  const other = open.find(({ id }) => id !== checkout.id)
  return other ? bringUpToDate(container, other) : null
}
