import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { InstalmentsEvents } from "../modules/instalments/rules"
import { beside } from "../workflows/beside"
import { notifyAttentionWorkflow } from "../workflows/notify"

/**
 * Creates an admin notification at once when a payment is held or a refund
 * failed.
 */
export default async function notifyAttention({ container }: SubscriberArgs) {
  const left = "The admin's bell does not show what needs attention; a job does"
  await beside(container, left, async () => {
    await container.resolve(INSTALMENTS_MODULE).reach.check()
    await notifyAttentionWorkflow(container).run()
  })
}

export const config: SubscriberConfig = {
  event: [InstalmentsEvents.CHECKOUT_UNPLACED, InstalmentsEvents.REFUND_FAILED],
}
