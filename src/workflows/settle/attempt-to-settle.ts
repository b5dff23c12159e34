import { messageOf, type log } from "../../modules/instalments/log"
import { InstalmentsEvents, settlePause } from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  Lease,
} from "../../modules/instalments/types"
import type { PlacedOrder } from "./read-placed-order"
import { whyUnplaced, type NotPlaced } from "./why-unplaced"

type Service = InstalmentsModuleService

/** What an attempt to settle works with. `settleCheckoutWorkflow` has it from Medusa. */
export type Settling = {
  ledger: Pick<Service, "now"> & {
    options: Pick<Service["options"], "unplacedPayments">
    retrieveCheckout(id: string): Promise<CheckoutRow>
    outcomes: Pick<
      Service["outcomes"],
      "attempted" | "placed" | "notPlaced" | "held"
    >
    returns: Pick<Service["returns"], "file">
    events: Pick<Service["events"], "emit">
  }
  log: Pick<ReturnType<typeof log>, "warn" | "error">
  lease: Lease
  /** Has Medusa take the payment, or answers why it did not. */
  place(checkout: CheckoutRow): Promise<PlacedOrder | NotPlaced>
  /** Reads the order back from Medusa's books, if it is there. */
  readOrder(checkout: CheckoutRow): Promise<PlacedOrder | null>
  /** Runs what must not meet a completion of the cart, a shopper's for example. */
  betweenCompletions<T>(
    checkout: CheckoutRow,
    work: () => Promise<T>
  ): Promise<T>
}

/** The row, and why there is no order when this attempt has ended it without one. */
type Ended = { row: CheckoutRow; unplaced?: string }

/**
 * Tries once to turn a paid checkout into an order, or into a payment of what an
 * order owes. What fails for a reason that passes stays open and is due again by
 * itself; when no order is possible the payment is held or returned. To be called
 * by one process at a time; see `withLock`.
 *
 * @throws when the ledger or the event bus fails, or the lease was lost: a row that
 * is still open is due again.
 */
export async function attemptToSettle(
  known: CheckoutRow,
  settling: Settling
): Promise<CheckoutRow> {
  const { id } = known
  const { ledger } = settling
  const pause = settlePause(known.settle_attempts + 1)
  // Written first: whoever is killed from here on leaves the row to be found.
  const checkout = await ledger.outcomes.attempted(known, {
    next_check_at: new Date(ledger.now() + pause),
  })
  if (!checkout) {
    return ledger.retrieveCheckout(id)
  }
  if (checkout.settle_attempts === 1) {
    await ledger.events.emit(InstalmentsEvents.CHECKOUT_SUCCESSFUL, { id })
  }
  const tried = await settling
    .place(checkout)
    .catch((error: unknown) => trouble(error))
  if ("id" in tried) {
    const { row } = await placed(checkout, tried, settling)
    return row
  }
  const reason = whyUnplaced(tried, checkout, ledger.now())
  const { row, unplaced } = reason
    ? await end(checkout, reason, settling).catch((error: unknown) =>
        afterNoEnd(checkout, trouble(error), settling)
      )
    : await tryAgain(checkout, tried, settling)
  if (unplaced !== undefined) {
    await tellUnplaced(row, unplaced, settling)
  }
  return row
}

const trouble = (error: unknown): NotPlaced => ({
  by: "trouble",
  reason: messageOf(error),
})

/** The last word, unless the shopper's browser has completed the cart just now. */
function end(
  checkout: CheckoutRow,
  reason: string,
  settling: Settling
): Promise<Ended> {
  return settling.betweenCompletions(checkout, async () => {
    const order = await settling.readOrder(checkout)
    const isOurs = order?.reference === checkout.id
    return order && isOurs && !order.twice
      ? placed(checkout, order, settling)
      : // An order that has it more than once must not stand while it goes back.
        holdOrReturn(checkout, { reason, hold: isOurs }, settling)
  })
}

/**
 * A lock that nobody gives back must not keep money waiting for ever: it is held
 * without that lock, unless the order is there, which the process made that was
 * killed with it.
 */
async function afterNoEnd(
  checkout: CheckoutRow,
  tried: NotPlaced,
  settling: Settling
): Promise<Ended> {
  const reason = whyUnplaced(tried, checkout, settling.ledger.now())
  if (!reason) {
    return tryAgain(checkout, tried, settling)
  }
  const order = await settling.readOrder(checkout).catch(() => null)
  return order?.reference === checkout.id && !order.twice
    ? placed(checkout, order, settling)
    : holdOrReturn(checkout, { reason, hold: true }, settling)
}

/** Money has arrived and its order was read back: the ledger says so. */
async function placed(
  { id }: CheckoutRow,
  order: PlacedOrder,
  { ledger }: Settling
): Promise<Ended> {
  const row = await ledger.outcomes.placed(id, {
    order_id: order.id,
    order_amount: order.amount,
    now: new Date(ledger.now()),
  })
  return { row: row ?? (await ledger.retrieveCheckout(id)) }
}

async function tryAgain(
  checkout: CheckoutRow,
  { by, reason }: NotPlaced,
  { ledger, log }: Settling
): Promise<Ended> {
  const { id, settle_attempts } = checkout
  log.warn(
    `Instalment payment ${id} is not placed yet (attempt ${settle_attempts}): ${reason}. It is tried again.`,
    checkout
  )
  const row = await ledger.outcomes.notPlaced(id, {
    last_error: reason,
    isRefusal: by === "refusal",
  })
  return { row: row ?? (await ledger.retrieveCheckout(id)) }
}

/**
 * Money has arrived and no order can be placed for it, or its order does not owe
 * it: it is returned when the store wants that and the refund rules allow it, else
 * held for a person. What a person had tried to place by hand stays with that
 * person. With `hold` it is held in any case, which moves no money and so needs no
 * lock of Medusa's. Who has lost the lease decides nothing, and what somebody else has
 * ended meanwhile stays as it is.
 */
async function holdOrReturn(
  { id, by_hand }: CheckoutRow,
  { reason, hold }: { reason: string; hold: boolean },
  { ledger, lease }: Settling
): Promise<Ended> {
  let held_reason = reason
  if (!hold && !by_hand && ledger.options.unplacedPayments !== "hold") {
    try {
      const { row } = await ledger.returns.file(id, reason, lease)
      return { row, unplaced: reason }
    } catch (error) {
      held_reason = `${reason}; it could not be returned: ${messageOf(error)}`
    }
  }
  await lease.confirm()
  const row = await ledger.outcomes.held(id, {
    kind: "no_order",
    reason: held_reason,
    now: new Date(ledger.now()),
  })
  return row
    ? { row, unplaced: reason }
    : { row: await ledger.retrieveCheckout(id) }
}

/** Says what became of a payment that has no order, and why. */
async function tellUnplaced(
  row: CheckoutRow,
  reason: string,
  { ledger, log }: Settling
): Promise<void> {
  const { id } = row
  const next = row.cart_id
    ? "place the order"
    : "book it on the order once that owes it"
  log.error(
    row.outcome === "returned"
      ? `Instalment payment ${id} is being returned: ${reason}.`
      : `Instalment payment ${id} is held: ${row.held_reason}. The money has arrived; ${next}, or return it.`,
    row
  )
  await ledger.events.emit(InstalmentsEvents.CHECKOUT_UNPLACED, { id, reason })
}
