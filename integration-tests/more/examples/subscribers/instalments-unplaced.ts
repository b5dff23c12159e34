import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  InstalmentsEvents,
  type InstalmentsEventData,
} from "medusa-payment-instalments/workflows"

/** Tells the shop's people that money has arrived and no order could be placed for it. */
export default async function instalmentsUnplaced({
  event: { data },
  container,
}: SubscriberArgs<InstalmentsEventData>) {
  const logger = container.resolve("logger")
  logger.warn(`The payment ${data.id} has no order: ${data.reason}`)
}

export const config: SubscriberConfig = {
  event: InstalmentsEvents.CHECKOUT_UNPLACED,
}
