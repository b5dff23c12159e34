import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { InstalmentsEvents, settlePause } from "../../modules/instalments/rules"
import type { CheckoutRow, Lease } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { betweenCompletions, isOfCart, ofOrder } from "./lock"
import { payBalance } from "./pay-balance"
import { placeOrder } from "./place-order"
import { readPlacedOrder, type PlacedOrder } from "./read-placed-order"
import { holdOrReturn } from "./hold-or-return"
import { whyUnplaced, type NotPlaced } from "./why-unplaced"

/**
 * Tries once to turn a paid checkout into an order, or into a payment of what an
 * order owes. What fails for a reason that
 * passes stays open and is due again by itself; when no order is possible the
 * payment is held or returned. To be called by one process at a time; see `withLock`.
 */
export async function attemptToSettle(
  known: CheckoutRow,
  container: MedusaContainer,
  lease: Lease
): Promise<CheckoutRow> {
  const { id } = known
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const pause = settlePause(known.settle_attempts + 1)
  // Written first: whoever is killed from here on leaves the row to be found.
  const checkout = await ledger.checkouts.attempted(id, {
    look_after: new Date(ledger.now() + pause),
  })
  if (!checkout) {
    return ledger.retrieveCheckout(id)
  }
  if (checkout.settle_attempts === 1) {
    await ledger.events.emit(InstalmentsEvents.CHECKOUT_SUCCESSFUL, { id })
  }
  const place = isOfCart(checkout)
    ? placeOrder(checkout, container, lease)
    : payBalance(ofOrder(checkout), container, lease)
  const tried = await place.catch((error: unknown): NotPlaced => ({
    by: "trouble",
    reason: messageOf(error),
  }))
  if ("id" in tried) {
    return placed(checkout, tried, container)
  }
  const reason = whyUnplaced(tried, checkout, ledger.now())
  if (!reason) {
    return tryAgain(checkout, tried, container)
  }
  return end(checkout, { reason, lease }, container).catch((error: unknown) =>
    afterNoEnd(checkout, { reason: messageOf(error), lease }, container)
  )
}

/**
 * A lock that nobody gives back must not keep money waiting for ever: it is held
 * without that lock, unless the order is there, which the process made that was
 * killed with it. Who has lost the lease decides nothing.
 */
async function afterNoEnd(
  checkout: CheckoutRow,
  { reason, lease }: { reason: string; lease: Lease },
  container: MedusaContainer
): Promise<CheckoutRow> {
  const { now } = container.resolve(INSTALMENTS_MODULE)
  const trouble: NotPlaced = { by: "trouble", reason }
  const over = whyUnplaced(trouble, checkout, now())
  if (!over) {
    return tryAgain(checkout, trouble, container)
  }
  await lease.confirm()
  const order = await findOrder(checkout, container).catch(() => null)
  return order
    ? placed(checkout, order, container)
    : holdOrReturn(checkout, over, container, { hold: true })
}

/** Money has arrived and its order was read back: the ledger says so. */
async function placed(
  { id }: CheckoutRow,
  order: PlacedOrder,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const row = await ledger.checkouts.placed(id, {
    order_id: order.id,
    order_amount: order.amount,
    now: new Date(ledger.now()),
  })
  return row ?? ledger.retrieveCheckout(id)
}

/** The last word, unless the shopper's browser has completed the cart just now. */
function end(
  checkout: CheckoutRow,
  { reason, lease }: { reason: string; lease: Lease },
  container: MedusaContainer
): Promise<CheckoutRow> {
  return betweenCompletions(checkout, container, async () => {
    await lease.confirm()
    const order = await readPlacedOrder(checkout, container)
    const isOurs = order?.reference === checkout.id
    return order && isOurs && !order.twice
      ? placed(checkout, order, container)
      : // An order that has it more than once must not stand while it goes back.
        holdOrReturn(checkout, reason, container, { hold: isOurs })
  })
}

/** The order of this payment, once it is whole in the books. */
async function findOrder(
  checkout: CheckoutRow,
  container: MedusaContainer
): Promise<PlacedOrder | null> {
  const order = await readPlacedOrder(checkout, container)
  return order?.reference === checkout.id && !order.twice ? order : null
}

async function tryAgain(
  checkout: CheckoutRow,
  { by, reason }: NotPlaced,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const { id, settle_attempts } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  log(container).warn(
    `Instalment payment ${id} is not placed yet (attempt ${settle_attempts}): ${reason}. It is tried again.`,
    checkout
  )
  const row = await ledger.checkouts.notPlaced(id, {
    last_error: reason,
    isRefusal: by === "refusal",
  })
  return row ?? ledger.retrieveCheckout(id)
}
