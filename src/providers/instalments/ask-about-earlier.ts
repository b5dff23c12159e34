import { setTimeout as pause } from "node:timers/promises"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import {
  isPending,
  REUSE_MS,
  SHORT_PAUSE_MS,
} from "../../modules/instalments/rules"
import {
  checkoutReferences,
  logLine,
  messageOf,
} from "../../modules/instalments/log"
import { AskedRecentlyError } from "../../modules/instalments/service-api"
import { emitStatusEvents } from "../../workflows/emit-status-events"
import type { Parts } from "./parts"
import type { Payable } from "./payable"

const BY_ID = "GET /api/checkouts/:id"
/** One for this, and one for who comes back from a payment page. */
const WITH_ANOTHER = 2
/** The shopper waits for the answers. */
const ASKED_AT_MOST = 3
/** A check is answered within 2 s, as a rule; the row is read every 100 ms. */
const ANSWER_LOOKS = 20

/**
 * Before a page is opened or handed out again for a cart, or for what an order owes:
 * another one may be paid, see `mayBePaid`, and the shopper would be charged twice. They
 * are asked about one after another, while the limit has room, else the job asks next.
 * None is settled here, as core is replacing the cart's payment sessions: what is learnt
 * refuses the page, and the reconcile job settles it.
 */
export async function askAboutEarlier(
  parts: Parts,
  { fingerprints, cart_id, order_id, sourceCartId: source_cart_id }: AskedFor
): Promise<void> {
  const { due, now } = parts.ledger
  const open = await due.mayBePaid({ cart_id, order_id, source_cart_id }, now())
  // `open` hands out this one. Only the newest can be: an older one was not.
  const reused = open
    .filter((row) => isReused(row, fingerprints, now()))
    .sort((a, b) => b.opened_at.getTime() - a.opened_at.getTime())[0]
  const others = open.filter((row) => row !== reused)
  for (const other of others.slice(0, ASKED_AT_MOST)) {
    if ((await ask(parts, other)).status === "successful") {
      return
    }
  }
}

type AskedFor = Pick<Payable, "cart_id" | "order_id" | "sourceCartId"> & {
  fingerprints: readonly string[]
}

/** See `FIND_OR_INSERT` of the ledger. */
function isReused(
  { fingerprint, status, payment_url, opened_at }: CheckoutRow,
  fingerprints: readonly string[],
  now: number
): boolean {
  return (
    fingerprint !== null &&
    fingerprints.includes(fingerprint) &&
    isPending(status) &&
    payment_url !== null &&
    now - opened_at.getTime() < REUSE_MS
  )
}

/** Answers what is known of it then, also where the service could not be asked. */
async function ask(
  { ledger, logger }: Parts,
  row: CheckoutRow
): Promise<CheckoutRow> {
  try {
    if (!(await ledger.limits.hasRoom(BY_ID, "shopper", WITH_ANOTHER))) {
      await ledger.checks.wanted(row.id, new Date(ledger.now()))
      return row
    }
    const { checkout, news } = await ledger.learning.check(
      row,
      "shopper",
      SHORT_PAUSE_MS
    )
    if (news) {
      await emitStatusEvents(ledger, checkout)
    }
    return checkout
  } catch (error) {
    if (error instanceof AskedRecentlyError) {
      return askedElsewhere(ledger, row)
    }
    logger.info(
      logLine(
        `Instalment checkout ${row.id} was not asked about: ${messageOf(error)}`,
        checkoutReferences(row)
      )
    )
    return row
  }
}

/**
 * One that was asked about a moment ago: its answer, which may still come to another
 * request, as the checkout's page asks too as it is drawn. It may have been paid since
 * it was asked about, so the job asks next.
 */
async function askedElsewhere(
  ledger: InstalmentsModuleService,
  { id }: CheckoutRow
): Promise<CheckoutRow> {
  let current = await ledger.retrieveCheckout(id)
  const isAnswered = () =>
    Number(current.status_updated_at) >= Number(current.last_checked_at)
  for (let looks = 0; looks < ANSWER_LOOKS && !isAnswered(); looks++) {
    await pause(100)
    current = await ledger.retrieveCheckout(id)
  }
  await ledger.checks.wanted(id, new Date(ledger.now()))
  return current
}
