import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  CALLBACK_COMES_MS,
  checkPause,
  isPending,
  isUnconfirmed,
} from "../../modules/instalments/rules"
import { AskedRecentlyError } from "../../modules/instalments/service-api"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import {
  cartOf,
  readLinkedOrder,
} from "../../workflows/balance/arrived-payment"
import { checkCheckout } from "../../workflows/check-checkout"

const BY_ID = "GET /api/checkouts/:id"
/** A check of one who waits, and the first one of another who comes. */
const WITH_ANOTHER = 2
/** The shopper waits for the answers. */
const ASKED_AT_MOST = 3

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
  const { id, status, check_count } = checkout
  if (!isPending(status) && !isUnconfirmed(checkout)) {
    return checkout
  }
  try {
    const pause = checkPause(
      check_count,
      check_count > 0 && (await hasRoom(ledger))
    )
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
 * `mayBePaid`. They are brought up to date one after another while the limit has room for
 * another shopper too, the first one in any case; with `isPolled`, where a page asks again
 * and again, that one too only while there is room. One that was asked about a moment ago
 * rests, and takes no other's turn. Answers whether one was.
 */
export async function askAboutOthers(
  container: MedusaContainer,
  {
    id: own,
    ...of
  }: Pick<CheckoutRow, "cart_id" | "order_id"> & { id?: string },
  { isPolled = false } = {}
): Promise<boolean> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const order =
    of.cart_id || !of.order_id
      ? null
      : await readLinkedOrder(of.order_id, container)
  const source_cart_id = order && cartOf(order)
  const now = ledger.now()
  const open = await ledger.due.mayBePaid({ ...of, source_cart_id }, now)
  const others = open.filter(
    ({ id, check_count, last_checked_at }) =>
      id !== own &&
      now - Number(last_checked_at) >= checkPause(check_count, true)
  )
  let asked = 0
  for (const other of others) {
    const isSpared = isPolled || asked > 0
    if (asked === ASKED_AT_MOST || (isSpared && !(await hasRoom(ledger)))) {
      break
    }
    asked += 1
    const { status } = await bringUpToDate(container, other)
    if (status === "successful") {
      break
    }
  }
  return asked > 0
}

const hasRoom = ({ limits }: InstalmentsModuleService) =>
  limits.hasRoom(BY_ID, "shopper", WITH_ANOTHER)
