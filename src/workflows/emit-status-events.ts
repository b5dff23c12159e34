import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../modules/instalments/types"
import { InstalmentsEvents } from "../modules/instalments/rules"

/** Emits the events of what the service has just said of a checkout. */
export async function emitStatusEvents(
  ledger: InstalmentsModuleService,
  { id, status, outcome, held_reason }: CheckoutRow
): Promise<void> {
  if (status === "cancelled") {
    await ledger.events.emit(InstalmentsEvents.CHECKOUT_CANCELLED, { id })
  }
  if (outcome === "held") {
    const reason = held_reason ?? "It is held for a person"
    await ledger.events.emit(InstalmentsEvents.CHECKOUT_UNPLACED, {
      id,
      reason,
    })
  }
}
