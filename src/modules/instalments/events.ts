import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** The events that a store may subscribe to. */
export const InstalmentsEvents = {
  CHECKOUT_SUCCESSFUL: "instalments.checkout.successful",
  CHECKOUT_CANCELLED: "instalments.checkout.cancelled",
  CHECKOUT_UNPLACED: "instalments.checkout.unplaced",
  REFUND_REQUESTED: "instalments.refund.requested",
  REFUND_COMPLETE: "instalments.refund.complete",
  REFUND_FAILED: "instalments.refund.failed",
} as const

/** The name of one of the plugin's events. */
export type InstalmentsEvent =
  (typeof InstalmentsEvents)[keyof typeof InstalmentsEvents]

/**
 * What a subscriber finds in `event.data`: the id of the ledger's row, which is a
 * checkout's reference or a refund request's id, and why, where it is known.
 */
export type InstalmentsEventData = { id: string; reason?: string }

/** Tells the store's subscribers what happened to a row of the ledger. */
export class LedgerEvents {
  constructor(private readonly container: Record<string, unknown>) {}

  /** Emits one of the plugin's events; `data.id` is the ledger row's id. */
  async emit(
    name: InstalmentsEvent,
    { id, reason }: { id: string; reason?: string | null }
  ): Promise<void> {
    // It is missing when Medusa's command line runs without a store.
    const bus = this.container[Modules.EVENT_BUS] as
      IEventBusModuleService | undefined
    const data: InstalmentsEventData = { id, ...(reason && { reason }) }
    await bus?.emit({ name, data })
  }
}
