import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { releaseAndSend, releaseAndSendOf } from "../workflows/refunds/send"

/**
 * Core has booked refunds: they are released and sent. Of those of an order that
 * is cancelled it says only that, and not which payment they are of.
 */
export default async function sendBookedRefunds({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string }>) {
  if (name === OrderWorkflowEvents.CANCELED) {
    await releaseAndSend(container, data.id)
  } else {
    await releaseAndSendOf(container, data.id)
  }
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.REFUNDED, OrderWorkflowEvents.CANCELED],
}
