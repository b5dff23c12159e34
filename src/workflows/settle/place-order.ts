import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { findCompletion } from "../../modules/instalments/health"
import type {
  InstalmentsModuleService,
  Lease,
} from "../../modules/instalments/types"
import { withOrderLease } from "../order-lease"
import { betweenCompletions, type CartCheckout } from "./lock"
import { markCart } from "../medusa-repairs/marked-orders"
import {
  ensurePaymentSession,
  readCart,
  type PaidCart,
} from "./ensure-payment-session"
import { repair, repairCompletion } from "../medusa-repairs/killed-completion"
import {
  orderIdOf,
  readPlacedOrder,
  type PlacedOrder,
} from "./read-placed-order"
import { askForTheRest } from "../balance/ask-for-owed"
import { place, type Taking } from "./place"
import { whyGone, type NotPlaced } from "./why-unplaced"

/**
 * Completes the cart of a paid checkout, see `place`. Medusa is made to refuse twice, as
 * the shopper's browser may have been replacing payment sessions at that very moment;
 * others pass later, with the process that caused them.
 */
export async function placeOrder(
  checkout: CartCheckout,
  container: MedusaContainer,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  const { id: reference, cart_id } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  let cart: PaidCart | null = null
  const taking: Taking = {
    tries: 2,
    async repair() {
      cart = await readCart(checkout, container)
      // Who completes it without core's route leaves no mark, only a link, which may
      // be to an order that is gone.
      if (!cart.isMarked && !(await orderIdOf(checkout, query))) {
        return null
      }
      cart = null
      return repairCompletion(checkout, container)
    },
    readOrder: () => readPlacedOrder(checkout, container),
    async prepare(before) {
      const fact = before
        ? await alreadyPaid(cart_id, before, ledger)
        : (whyGone(checkout, await ledger.returns.onItsWay(reference)) ??
          (await ensurePaymentSession(
            checkout,
            cart ?? (await readCart(checkout, container)),
            container
          )))
      if (fact) {
        return { fact }
      }
      return { take: () => completeCart(checkout, container) }
    },
    refused: (message) => `Cart ${cart_id} could not be completed: ${message}`,
  }
  const tried = await place(checkout, taking, lease)
  if ("id" in tried && tried.amount === null) {
    // The merchant edited it before the payment was booked, and Medusa asked for all of
    // it. Also of one that was booked before: who booked it may have been stopped.
    await withOrderLease(tried, container, () =>
      askForTheRest(tried.id, container)
    )
  }
  return tried
}

/**
 * Completes the cart by the store's workflow, and answers what that names as an error. What an earlier
 * completion left is removed under the same lock: another one may have come, and failed
 * half way, since settling looked. Before the first mark there was none.
 */
function completeCart(
  checkout: CartCheckout,
  container: MedusaContainer
): Promise<unknown> {
  const { cart_id } = checkout
  const { options } = container.resolve(INSTALMENTS_MODULE)
  return betweenCompletions(checkout, container, async () => {
    const isFirst = await markCart(cart_id, container)
    if (!isFirst) {
      await repair(checkout, container)
    }
    const ran = await findCompletion(options)?.run({
      input: { id: cart_id, cart_id },
      container,
      throwOnError: false,
      // As a part of another workflow core's takes no lock: it is held here.
      context: { parentStepIdempotencyKey: `instalments:${checkout.id}` },
    })
    return ran?.errors?.[0]?.error
  }).catch((error: unknown) => error)
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
