import { lookAfterEnd } from "../../modules/instalments/domain/look-plan"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/** Money has arrived and its order was read back: the ledger says so. */
export function placed(
  checkout: CheckoutRow,
  order_id: string,
  ledger: InstalmentsModuleService
): Promise<CheckoutRow> {
  return ledger.changeCheckout({
    id: checkout.id,
    outcome: "placed",
    outcome_at: new Date(ledger.now()),
    order_id,
    held_reason: null,
    look_after: lookAfterEnd(checkout, ledger.now()),
    last_error: null,
  })
}
