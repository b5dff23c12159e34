import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log, messageOf } from "../../modules/instalments/log"
import { markCart } from "../../workflows/medusa-repairs/marked-orders"

/**
 * Marks a cart that has an instalment checkout before core completes it, so
 * that settling finds the order of a completion that was killed half way. Other
 * carts are never delayed or refused by it.
 */
export async function markPayingCart(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const cart_id = String(req.params.id)
  try {
    const [checkout] = await ledger.listCheckouts({ cart_id }, { take: 1 })
    if (checkout) {
      await markCart(cart_id, req.scope)
    }
  } catch (error) {
    log(req.scope).error(
      `Cart ${cart_id} is completed without its mark: ${messageOf(error)}`,
      { cart_id }
    )
  }
  next()
}
