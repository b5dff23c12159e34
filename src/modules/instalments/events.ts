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
