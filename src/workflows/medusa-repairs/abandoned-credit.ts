/*
 * Medusa 2.21.2. A process that is killed while core credits an order for a refund leaves the
 * order change of the credit line pending. It blocks every later change of the
 * order, and the admin has no button for it.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

/** Core makes and confirms a credit line's order change in one request. */
const LEFT_AFTER_MS = 2 * 60_000

/** Removes such a change when it is older than core's whole workflow takes. */
export async function removeAbandonedCredit(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const { data: changes } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_change",
      fields: ["id"],
      filters: {
        order_id: orderId,
        status: "pending",
        change_type: "credit_line",
        // The database's clock wrote it, so the process's clock compares.
        created_at: { $lt: new Date(Date.now() - LEFT_AFTER_MS) },
      },
    })
  if (changes.length > 0) {
    await container
      .resolve(Modules.ORDER)
      .deleteOrderChanges(changes.map(({ id }) => id))
  }
}
