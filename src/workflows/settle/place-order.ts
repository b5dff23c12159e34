import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type {
  InstalmentsModuleService,
  Lease,
} from "../../modules/instalments/types"
import { moneyInWords } from "../../modules/instalments/rules"
import type { CartCheckout } from "./lock"
import { markCart } from "../medusa-repairs/marked-orders"
import { ensurePaymentSession } from "./ensure-payment-session"
import { mendCompletion } from "../medusa-repairs/killed-completion"
import { readPlacedOrder, type PlacedOrder } from "./read-placed-order"
import { isRefusal, type NotPlaced } from "./why-unplaced"

/**
 * Places the order of a paid checkout, or answers why it cannot be: for a
 * fact that stays, or by a refusal of core's. What core's completion says
 * is not believed: order, payment and capture are read back. A refusal is asked
 * for twice, as the shopper's browser may have been replacing payment sessions
 * at that very moment; others pass later, with the process that caused them.
 *
 * @throws whatever is worth another attempt later: a lock, the database.
 */
export async function placeOrder(
  checkout: CartCheckout,
  container: MedusaContainer,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  const { id: reference, cart_id } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  let refusal = ""
  for (let time = 1; time <= 2; time++) {
    await mendCompletion(checkout, container)
    const before = await readPlacedOrder(checkout, container)
    if (before?.reference === reference) {
      return before
    }
    if (before) {
      const reason = await alreadyPaid(cart_id, before, ledger)
      return { by: "fact", reason }
    }
    // Returned by hand before it was opened again: what goes back is not sold.
    const back = await ledger.returns.onItsWay(reference)
    const blocked =
      back > 0
        ? `${moneyInWords(back, checkout.currency)} of it are refunded or on their way back`
        : await ensurePaymentSession(checkout, container)
    if (blocked) {
      return { by: "fact", reason: blocked }
    }
    await markCart(cart_id, container)
    await lease.confirm()
    const { errors } = await completeCartWorkflow(container).run({
      input: { id: cart_id },
      throwOnError: false,
    })
    const after = await readPlacedOrder(checkout, container)
    if (after?.reference === reference && !after.twice) {
      return after
    }
    const error: unknown = errors?.[0]?.error
    if (!isRefusal(error)) {
      throw (
        error ??
        new Error("its payment is missing in the books, or there twice")
      )
    }
    refusal = `Cart ${cart_id} could not be completed: ${error.message}`
  }
  return { by: "refusal", reason: refusal }
}

/** A second payment of a cart is told apart from one that somebody else took. */
async function alreadyPaid(
  cartId: string,
  { id, reference }: PlacedOrder,
  ledger: InstalmentsModuleService
): Promise<string> {
  // What the order owed later is paid in instalments too, and placed no order.
  const [placing] = await ledger.listCheckouts(
    {
      $or: [
        { cart_id: cartId, outcome: "placed" },
        { cart_id: cartId, id: reference },
      ],
    },
    { take: 1 }
  )
  return placing
    ? `Cart ${cartId} was paid already: instalment payment ${placing.id} placed order ${id}`
    : `Cart ${cartId} already became order ${id}, which was paid another way`
}
