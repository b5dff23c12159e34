import { SETTLE_ATTEMPTS } from "../../modules/instalments/domain/pauses"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import { TABLES } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Opens a held payment for one attempt to place its order by hand. It keeps its
 * `held_reason`: an open row that has one is held again when the attempt fails
 * or its process is killed, and never returned without being asked.
 */
export async function openAgain(
  { db, now }: InstalmentsModuleService,
  id: string
): Promise<void> {
  await db<CheckoutRow>(TABLES.checkout)
    .where({ id, status: "successful", outcome: "held" })
    .update({
      outcome: "open",
      outcome_at: null,
      settle_attempts: SETTLE_ATTEMPTS - 1,
      // Due at once, should the process be killed before it settles.
      look_after: new Date(now()),
    })
}
