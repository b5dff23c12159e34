import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  InstalmentsEvents,
  type InstalmentsEventData,
} from "medusa-payment-instalments/workflows"

/** Tells the shop's people that a refund has reached the shopper, or has failed. */
export default async function instalmentsRefundEnded({
  event: { name, data },
  container,
}: SubscriberArgs<InstalmentsEventData>) {
  const { data: refunds } = await container.resolve("query").graph({
    entity: "instalments_refund_request",
    fields: ["amount", "currency"],
    filters: { id: data.id },
  })
  const [refund] = refunds
  const money = `${refund?.currency} ${Number(refund?.amount) / 100}`
  const logger = container.resolve("logger")
  if (name === InstalmentsEvents.REFUND_COMPLETE) {
    logger.info(`${money} went back to the shopper`)
  } else {
    const why = data.reason ?? "the service gives no reason"
    logger.warn(`${money} did not go back to the shopper: ${why}`)
  }
}

export const config: SubscriberConfig = {
  event: [InstalmentsEvents.REFUND_COMPLETE, InstalmentsEvents.REFUND_FAILED],
}
