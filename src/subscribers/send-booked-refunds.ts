import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { orderOfPayment } from "../workflows/refunds/books/read-books"
import { releaseAndSend } from "../workflows/refunds/send"

/**
 * Core has booked refunds: they are released and sent. For a cancelled order
 * the event names only the order, not the payments.
 */
export default async function sendBookedRefunds({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string }>) {
  const orderId =
    name === OrderWorkflowEvents.CANCELED
      ? data.id
      : await orderOfPayment(data.id, container)
  if (orderId) {
    await releaseAndSend(container, orderId)
  }
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.REFUNDED, OrderWorkflowEvents.CANCELED],
}
