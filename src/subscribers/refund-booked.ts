import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { releaseAndSendOf } from "../workflows/refunds/send"

/** Core has booked a refund of a payment: it is released and sent. */
export default async function refundBooked({
  event,
  container,
}: SubscriberArgs<{ id: string }>) {
  await releaseAndSendOf(container, event.data.id)
}

export const config: SubscriberConfig = { event: "payment.refunded" }
