import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { emit, InstalmentsEvents } from "../events"

/** Holds money that has arrived and that no order can be placed for. */
export async function unplaced(
  checkout: CheckoutRow,
  reason: string,
  container: MedusaContainer
): Promise<CheckoutRow> {
  const { id } = checkout
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const held = await ledger.updateCheckouts({
    id,
    outcome: "held",
    held_reason: reason,
    look_after: null,
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      `Instalment payment ${id} is held: ${reason}. The money has arrived; place the order or return it.`
    )
  await emit(container, InstalmentsEvents.CHECKOUT_UNPLACED, { id, reason })
  return held
}
