import {
  CALLBACK_COMES_MS,
  checkPause,
  PENDING_ROWS,
  REUSE_MS,
} from "../../modules/instalments/rules"
import {
  checkoutReferences,
  logLine,
  messageOf,
} from "../../modules/instalments/log"
import type { Parts } from "./parts"
import type { Payable } from "./payable"

/** One for this, and one for who comes back from a payment page. */
const WITH_ANOTHER = 2
/** More open checkouts than a cart or an order ever has. */
const LOOKED_AT = 20

/**
 * Before another page is opened for the same cart, or for what the same order owes: an
 * earlier one may be paid and its callback lost, and the shopper would be charged twice.
 * One is asked about, while the limit has room, as the service takes few requests: the
 * newest that was never asked about, else the one that was asked about longest ago. It
 * is not settled here, as core is replacing the cart's payment sessions: what is learnt
 * refuses the page, and the reconcile job settles it.
 */
export async function askAboutEarlier(
  { ledger, logger }: Parts,
  {
    cart_id,
    order_id,
    fingerprints,
  }: Pick<Payable, "cart_id" | "order_id"> & { fingerprints: readonly string[] }
): Promise<void> {
  const now = ledger.now()
  const open = await ledger.listCheckouts(
    {
      ...(cart_id ? { cart_id } : { order_id, cart_id: null }),
      ...PENDING_ROWS,
      outcome: "open",
      opened_at: { $lte: new Date(now - CALLBACK_COMES_MS) },
    },
    { order: { opened_at: "DESC" }, take: LOOKED_AT }
  )
  const [earlier] = open
    .slice()
    .sort((a, b) => Number(a.asked_at) - Number(b.asked_at))
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
