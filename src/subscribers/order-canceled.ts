import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { releaseAndSend } from "../workflows/refunds/send"

/** Core has booked the refunds of an order that is cancelled, and says only that. */
export default async function orderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  await releaseAndSend(container, event.data.id)
}

export const config: SubscriberConfig = { event: "order.canceled" }
