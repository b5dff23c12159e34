import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  howItEnded,
  InstalmentsEvents,
  moneyInWords,
  whyItEnded,
} from "../../modules/instalments/rules"
import type {
  InstalmentsEvent,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { log } from "../../modules/instalments/log"
import { recountReturn } from "./recount-return"

const EVENTS: Partial<Record<RefundRequestRow["status"], InstalmentsEvent>> = {
  requested: InstalmentsEvents.REFUND_REQUESTED,
  complete: InstalmentsEvents.REFUND_COMPLETE,
  failed: InstalmentsEvents.REFUND_FAILED,
  refused: InstalmentsEvents.REFUND_FAILED,
}

/** Tells the store what became of a refund request, when it has changed. */
export async function announce(
  container: MedusaContainer,
  before: RefundRequestRow,
  after: RefundRequestRow
): Promise<void> {
  const { id, status } = after
  const event = EVENTS[status]
  if (!event || before.status === status) {
    return
  }
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = log(container)
  if (event === InstalmentsEvents.REFUND_FAILED) {
    logger.error(
      `Refund request ${id} (${moneyInWords(after.amount, after.currency)} of checkout ${after.checkout_id ?? after.reference}) ${howItEnded(status)}: ${whyItEnded(after)}. Contact the service's support before it is asked for again.`,
      after
    )
  }
  // Where the books are still to be restored, that tells when it is done.
  if (event !== InstalmentsEvents.REFUND_FAILED || !isBooked(after)) {
    const reason = after.last_error ?? undefined
    await ledger.events.emit(event, { id, ...(reason ? { reason } : {}) })
  }
  await recountReturn(container, after)
}

/** Whether Medusa's books hold a refund that has failed. */
const isBooked = ({ refund_id, dropped_at, undone_at }: RefundRequestRow) =>
  refund_id !== null && dropped_at === null && undone_at === null
