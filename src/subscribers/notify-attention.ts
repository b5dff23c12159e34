import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { InstalmentsEvents } from "../modules/instalments/rules"
import { notifyAttentionWorkflow } from "../workflows/notify"

/**
 * Creates an admin notification at once when a payment is held or a refund
 * failed.
 */
export default async function notifyAttention({ container }: SubscriberArgs) {
  await notifyAttentionWorkflow(container).run()
}

export const config: SubscriberConfig = {
  event: [InstalmentsEvents.CHECKOUT_UNPLACED, InstalmentsEvents.REFUND_FAILED],
}
