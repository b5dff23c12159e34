import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { InstalmentsEvents } from "medusa-payment-instalments/workflows"

/** Tells the shop's people that money has arrived and no order could be placed for it. */
export default async function instalmentsUnplaced({
  event: { data },
  container,
}: SubscriberArgs<{ id: string; reason?: string }>) {
  const logger = container.resolve("logger")
  logger.warn(`The payment ${data.id} has no order: ${data.reason}`)
}

export const config: SubscriberConfig = {
  event: InstalmentsEvents.CHECKOUT_UNPLACED,
}
