import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { beside } from "../workflows/beside"
import { isOurOrder } from "../workflows/ours"
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
  const left = `Refunds are not sent yet after ${name} of ${data.id}; a job does it`
  await beside(container, left, async () => {
    const orderId =
      name === OrderWorkflowEvents.CANCELED
        ? data.id
        : await orderOfPayment(data.id, container)
    if (orderId && (await isOurOrder(orderId, container))) {
      await container.resolve(INSTALMENTS_MODULE).reach.check()
      await releaseAndSend(container, orderId)
    }
  })
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.REFUNDED, OrderWorkflowEvents.CANCELED],
}
