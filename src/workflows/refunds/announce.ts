import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  backOf,
  howItEnded,
  InstalmentsEvents,
  isOver,
  moneyInWords,
  whyItEnded,
} from "../../modules/instalments/rules"
import type {
  InstalmentsEvent,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { checkoutReferences, log } from "../../modules/instalments/log"

const EVENTS: Partial<Record<RefundRequestRow["status"], InstalmentsEvent>> = {
  requested: InstalmentsEvents.REFUND_REQUESTED,
  complete: InstalmentsEvents.REFUND_COMPLETE,
  failed: InstalmentsEvents.REFUND_FAILED,
  refused: InstalmentsEvents.REFUND_FAILED,
}

/**
 * Tells the store what became of a refund request, when it has changed; nothing of
 * one that somebody else has decided meanwhile (null). Of another amount than before, what
 * is left of its payment is counted anew.
 */
export async function announce(
  container: MedusaContainer,
  before: RefundRequestRow,
  after: RefundRequestRow | null
): Promise<void> {
  if (!after) {
    return
  }
  if (before.status === after.status) {
    if (backOf(before) !== backOf(after)) {
      await recountReturn(container, after)
    }
    return
  }
  const { id, status, last_error: reason } = after
  const event = EVENTS[status]
  const failed = event === InstalmentsEvents.REFUND_FAILED
  if (failed) {
    log(container).error(
      `Refund request ${id} (${moneyInWords(after.amount, after.currency)} of checkout ${after.checkout_id ?? after.reference}) ${howItEnded(status)}: ${whyItEnded(after)}. Contact the service's support before it is asked for again.`,
      after
    )
  }
  // Where the books are still to be restored, that tells when it is done.
  if (event && !(failed && isBooked(after))) {
    const { events } = container.resolve(INSTALMENTS_MODULE)
    await events.emit(event, { id, reason })
  }
  if (event || isOver(status)) {
    await recountReturn(container, after)
  }
}

/** Whether Medusa's books hold a refund that has failed. */
const isBooked = ({ refund_id, dropped_at, undone_at }: RefundRequestRow) =>
  refund_id !== null && dropped_at === null && undone_at === null

/**
 * Counts anew whether a payment that no order took is returned, after one of its
 * refund requests has ended; when it is held now, the store is told.
 */
export async function recountReturn(
  container: MedusaContainer,
  { id: refund, reference }: Pick<RefundRequestRow, "id" | "reference">
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const changed = await ledger.returns.recount(reference)
  if (changed?.outcome !== "held") {
    return
  }
  const { id, held_reason } = changed
  log(container).error(`Instalment payment ${id} is held: ${held_reason}`, {
    ...checkoutReferences(changed),
    refund,
  })
  const told = { id, reason: held_reason }
  await ledger.events.emit(InstalmentsEvents.CHECKOUT_UNPLACED, told)
}
