import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log, messageOf } from "../../modules/instalments/log"
import { settleCheckoutWorkflow } from "../../workflows/settle"
import {
  orderIdOf,
  readPlacedOrder,
} from "../../workflows/settle/read-placed-order"
import { placedOrder } from "./instalments/payment-sessions/[id]/what-counts"

/**
 * Runs before core completes a cart whose instalment payment is known. When core
 * was killed in the middle, it answers the order without a payment that it left,
 * and settling rolls that order back; when it could not take it back as a whole, it
 * answers an order that is gone. So settling comes first, and the shopper is
 * told the order that stays. Core handles every other cart, also one that became an
 * order in another way.
 *
 * @throws MedusaError (conflict) while that order is still unfinished. Medusa
 * answers 409 with words of its own, as for a cart that another request completes.
 */
export async function finishKilledCompletion(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  const { scope } = req
  const cart_id = String(req.params.id)
  const ledger = scope.resolve(INSTALMENTS_MODULE)
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const [paid] = await ledger.listCheckouts(
    { cart_id, status: "successful", outcome: "open" },
    { take: 1 }
  )
  const isUnfinished = async () => {
    const order = paid && (await readPlacedOrder(paid, scope))
    return order
      ? order.reference === null && !(await placedOrder(scope, cart_id))
      : // A link whose order is gone, which core would answer.
        paid && (await orderIdOf(paid, query)) !== null
  }
  if (paid && (await isUnfinished())) {
    try {
      await settleCheckoutWorkflow(scope).run({ input: { reference: paid.id } })
    } catch (error) {
      log(scope).info(
        `Cart ${cart_id} has an unfinished order that was not settled: ${messageOf(error)}`,
        paid
      )
    }
    if (await isUnfinished()) {
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        `Cart ${cart_id} is paid, and its order is not finished yet; ask again.`
      )
    }
  }
  next()
}
