/*
 * Medusa 2.21.2. A claim can be begun for an order that is cancelled, and then be neither
 * confirmed nor cancelled: its order change stays pending for good.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import { z } from "@medusajs/framework/zod"
import { isCancelled } from "../../modules/instalments/rules"

/** What is read of an order change to tell whether it can end. */
export const changeOfOrder = z.object({
  change_type: z.string().nullish(),
  order: z.object({ status: z.string(), canceled_at: z.unknown() }),
})

/** Whether Medusa can still confirm or cancel an order change that is not finished. */
export function canEnd({
  change_type,
  order,
}: z.infer<typeof changeOfOrder>): boolean {
  return change_type !== "claim" || !isCancelled(order)
}
