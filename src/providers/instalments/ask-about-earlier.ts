import { checkPause, REUSE_MS } from "../../modules/instalments/rules"
import {
  checkoutReferences,
  logLine,
  messageOf,
} from "../../modules/instalments/log"
import type { Parts } from "./parts"
import type { Payable } from "./payable"

/** One for this, and one for who comes back from a payment page. */
const WITH_ANOTHER = 2

/**
 * Before another page is opened for the same cart, or for what the same order owes: an
 * earlier one may be paid, see `mayBePaid`, and the shopper would be charged twice. One
 * is asked about, while the limit has room. It is not settled here, as core is replacing
 * the cart's payment sessions: what is learnt refuses the page, and the reconcile job
 * settles it.
 */
export async function askAboutEarlier(
  { ledger, logger }: Parts,
  {
    fingerprints,
    ...payable
  }: Pick<Payable, "cart_id" | "order_id"> & { fingerprints: readonly string[] }
): Promise<void> {
  const now = ledger.now()
  const open = await ledger.due.mayBePaid(payable, now)
  const [earlier] = open
  const isReused = open.some(
    ({ fingerprint, opened_at }) =>
      fingerprints.includes(fingerprint) && now - opened_at.getTime() < REUSE_MS
  )
  if (!earlier || isReused) {
    return
  }
  try {
    const byId = "GET /api/checkouts/:id"
    if (await ledger.limits.hasRoom(byId, "shopper", WITH_ANOTHER)) {
      const pause = checkPause(earlier.asks, true)
      await ledger.learning.check(earlier, "shopper", pause)
    }
  } catch (error) {
    logger.info(
      logLine(
        `Instalment checkout ${earlier.id} was not asked about: ${messageOf(error)}`,
        checkoutReferences(earlier)
      )
    )
  }
}
