import type { MedusaContainer } from "@medusajs/framework/types"
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

/** Emits one of the plugin's events; `data.id` is the ledger row's id. */
export async function emit(
  container: MedusaContainer,
  name: (typeof InstalmentsEvents)[keyof typeof InstalmentsEvents],
  data: { id: string; order_id?: string | null; reason?: string }
): Promise<void> {
  await container.resolve(Modules.EVENT_BUS).emit({ name, data })
}
