import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { erasePerson } from "../workflows/erase-person"

/** Medusa has deleted a customer: what the plugin keeps of them is erased. */
export default async function eraseCustomer({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>) {
  await erasePerson(container, { customer_ids: [data.id] })
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
}
