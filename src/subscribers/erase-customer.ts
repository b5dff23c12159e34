import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CustomerWorkflowEvents } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { beside } from "../workflows/beside"
import { erasePerson } from "../workflows/erase-person"

/** Medusa has deleted a customer: what the plugin keeps of them is erased. */
export default async function eraseCustomer({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>) {
  const left = `Customer ${data.id} is not erased from instalments; the nightly job does it`
  await beside(container, left, async () => {
    await container.resolve(INSTALMENTS_MODULE).reach.check()
    await erasePerson(container, { customer_ids: [data.id] })
  })
}

export const config: SubscriberConfig = {
  event: CustomerWorkflowEvents.DELETED,
}
