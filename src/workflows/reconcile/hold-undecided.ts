import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { CALLBACKS_OVER_MS } from "../../modules/instalments/domain/look-plan"
import { mayBeStray, type Stray } from "../../modules/instalments/domain/strays"
import { InstalmentsEvents } from "../../modules/instalments/events"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"

/** As before it was held: nothing is known of it. */
export const UNDECIDED_NO_MORE = {
  outcome: "open",
  outcome_at: null,
  held_reason: null,
} as const

/**
 * Holds a checkout whose money may have arrived, when nobody can tell which of
 * several alike it is and no callback can say so any more; the service's support
 * can. Lets it go once no paid entry of the list may be it. A callback that
 * comes even then is believed.
 */
export async function holdUndecided(
  container: MedusaContainer,
  row: CheckoutRow,
  strays: Stray[]
): Promise<CheckoutRow> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const { id, status, outcome } = row
  const paid = strays.filter(
    (stray) => stray.status === "successful" && mayBeStray(row, stray)
  )
  if (status === null && outcome === "held" && paid.length === 0) {
    return ledger.updateCheckouts({ id, ...UNDECIDED_NO_MORE })
  }
  const age = ledger.now() - row.opened_at.getTime()
  const isUndecided = status === null && outcome === "open" && paid.length > 0
  if (!isUndecided || age < CALLBACKS_OVER_MS) {
    return row
  }
  const ids = paid.map((stray) => stray.id).join(", ")
  const held_reason = `The answer to its creation was lost, and the service lists ${ids} as paid, of which one may be this checkout. Ask the service's support which of them has the reference ${id}`
  const held = await ledger.updateCheckouts({
    id,
    outcome: "held",
    outcome_at: new Date(ledger.now()),
    held_reason,
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      logLine(
        `Instalment checkout ${id} is held: ${held_reason}.`,
        checkoutReferences(held)
      )
    )
  await ledger.emit(InstalmentsEvents.CHECKOUT_UNPLACED, {
    id,
    reason: held_reason,
  })
  return held
}
