import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { InstalmentsEvents } from "../../modules/instalments/rules"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { checkoutReferences, log } from "../../modules/instalments/log"

/**
 * Counts anew whether a payment without an order is returned, after one of its
 * refund requests has ended; when it is held now, the store is told.
 */
export async function recountReturn(
  container: MedusaContainer,
  { id, reference }: Pick<RefundRequestRow, "id" | "reference">
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const changed = await ledger.returns.recount(reference)
  if (changed?.outcome !== "held") {
    return
  }
  const { held_reason } = changed
  log(container).error(
    `Instalment payment ${changed.id} is held: ${held_reason}`,
    {
      ...checkoutReferences(changed),
      refund: id,
    }
  )
  await ledger.events.emit(InstalmentsEvents.CHECKOUT_UNPLACED, {
    id: changed.id,
    ...(held_reason ? { reason: held_reason } : {}),
  })
}

/** The same for those that a process which was killed has not counted. */
export async function recountMissed(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  for (const row of await ledger.returns.miscounted()) {
    await recountReturn(container, row)
  }
}
