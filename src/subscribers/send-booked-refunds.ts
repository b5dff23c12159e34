import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { releaseAndSend, releaseAndSendOf } from "../workflows/refunds/send"

/**
 * Core has booked refunds: they are released and sent. For a cancelled order
 * the event names only the order, not the payments.
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
