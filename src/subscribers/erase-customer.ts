import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { eraseCustomerWorkflow } from "../workflows"

/** Medusa has deleted a customer: what the plugin keeps of them is erased. */
export default async function eraseCustomer({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>) {
  await eraseCustomerWorkflow(container).run({
    input: { customer_id: data.id },
  })
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
}
