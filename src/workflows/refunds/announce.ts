import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  InstalmentsEvents,
  type InstalmentsEvent,
} from "../../modules/instalments/events"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import {
  checkoutReferences,
  logLine,
  refundReferences,
} from "../../modules/instalments/telemetry/references"
import { whyItEnded } from "../../modules/instalments/refunds/why-it-ended"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { moneyInWords } from "../../modules/instalments/domain/money"

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
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  if (event === InstalmentsEvents.REFUND_FAILED) {
    logger.error(
      logLine(
        `Refund request ${id} (${moneyInWords(after.amount, after.currency)} of checkout ${after.checkout_id ?? after.reference}) has ${status}: ${whyItEnded(after)}. Contact the service's support before it is asked for again.`,
        refundReferences(after)
      )
    )
  }
  const reason = after.last_error ?? undefined
  await ledger.emit(event, { id, ...(reason ? { reason } : {}) })
  const changed = await ledger.accountForReturn(after.reference)
  if (changed?.outcome === "held") {
    const { held_reason } = changed
    logger.error(
      logLine(`Instalment payment ${changed.id} is held: ${held_reason}`, {
        ...checkoutReferences(changed),
        refund: id,
      })
    )
    await ledger.emit(InstalmentsEvents.CHECKOUT_UNPLACED, {
      id: changed.id,
      ...(held_reason ? { reason: held_reason } : {}),
    })
  }
}
