import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type {
  InstalmentsModuleService,
  Lease,
} from "../../modules/instalments/types"
import { betweenCompletions, type CartCheckout } from "./lock"
import { markCart } from "../medusa-repairs/marked-orders"
import { ensurePaymentSession } from "./ensure-payment-session"
import { repairCompletion } from "../medusa-repairs/killed-completion"
import { readPlacedOrder, type PlacedOrder } from "./read-placed-order"
import { place, type Taking } from "./place"
import { whyGone, type NotPlaced } from "./why-unplaced"

/**
 * Completes the cart of a paid checkout, see `place`. Medusa is made to refuse twice, as
 * the shopper's browser may have been replacing payment sessions at that very moment;
 * others pass later, with the process that caused them.
 */
export function placeOrder(
  checkout: CartCheckout,
  container: MedusaContainer,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  const { id: reference, cart_id } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const read = () => readPlacedOrder(checkout, container)
  const taking: Taking = {
    tries: 2,
    repair: () => repairCompletion(checkout, container),
    // A completion without an error held the cart's lock; else another one may hold it.
    readOrder: (error) =>
      error ? betweenCompletions(checkout, container, read) : read(),
    async prepare(before) {
      const fact = before
        ? await alreadyPaid(cart_id, before, ledger)
        : (whyGone(checkout, await ledger.returns.onItsWay(reference)) ??
          (await ensurePaymentSession(checkout, container)))
      if (fact) {
        return { fact }
      }
      await markCart(cart_id, container)
      return { take: () => completeCart(cart_id, container) }
    },
    refused: (message) => `Cart ${cart_id} could not be completed: ${message}`,
  }
  return place(checkout, taking, lease)
}

async function completeCart(id: string, container: MedusaContainer) {
  const { errors } = await completeCartWorkflow(container).run({
    input: { id },
    throwOnError: false,
  })
  return errors?.[0]?.error as unknown
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
    : `Cart ${cartId} already became order ${id} without this payment`
}
