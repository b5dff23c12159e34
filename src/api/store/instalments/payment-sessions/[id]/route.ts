import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { withoutSql } from "../../../../../modules/instalments/log"
import { moneyBack } from "../../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  MoneyBack,
} from "../../../../../modules/instalments/types"
import {
  arrivedPayment,
  readLinkedOrder,
} from "../../../../../workflows/balance/arrived-payment"
import { askAbout } from "../../../bring-up-to-date"
import { ofItself, placedOrder, whatCounts, type Told } from "./what-counts"

/**
 * `GET /store/instalments/payment-sessions/:id`: what became of a payment, for
 * the page that a shopper comes back to. `:id` is any payment session that the
 * checkout ever had. For a browser that began no payment it is a cart, of whose
 * checkouts the paid one counts, else the newest; or an order, of whose checkouts one
 * that has arrived and is not booked counts, else the newest: of what it owes, else of
 * its purchase. Both ids are secrets, as in core's routes. It shows nothing that
 * identifies a shopper. A `pending` payment without `payment_url` has arrived, or is
 * being confirmed: nobody should pay again. Where it has not, as after its shopper was
 * erased, `has_arrived` says so.
 *
 * The shopper asks about the cart. When another payment of the cart counts, or the
 * cart became an order in another way, the route answers that with its order, so
 * that the shopper does not pay again. For what an order owes it answers the payment that
 * was booked since the page was opened.
 *
 * `refund` is of the payment that was asked for, when it goes back, else of another one of
 * the cart, or for what the order owes, that has gone back since the page was opened. With
 * `paid` that is a second payment; `is_held` says that the shop decides about one. With
 * `pending` the page itself may still be paid. When nobody can pay it any more, the route
 * answers that other payment, as `unplaced`.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const id = String(req.params.id)
  const told = await withoutSql(tell(req.scope, id))
  if (!told) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `No instalment payment has the payment session, the cart or the order ${id}.`,
      "instalments_not_found"
    )
  }
  const { status, has_arrived, order_id, payment_url, refundOf } = told
  const isWithoutPage = status === "pending" && !payment_url && !has_arrived
  const refund = refundOf && (await readRefund(ledger, refundOf))
  const isHeldToo = status === "paid" && refundOf?.outcome === "held"
  res.setHeader("cache-control", "no-store")
  res.status(200).json({
    payment: {
      status,
      order_id,
      payment_url,
      ...(isWithoutPage && { has_arrived: false }),
      ...((refund || status === "unplaced") && { refund }),
      ...(isHeldToo && { is_held: true }),
    },
  })
}

async function tell(scope: MedusaContainer, id: string): Promise<Told | null> {
  const ledger = scope.resolve(INSTALMENTS_MODULE)
  const [session] = await ledger.listCheckoutSessions({ id })
  const known = await ledger.listCheckouts(
    session
      ? { id: session.reference }
      : {
          $or: [{ cart_id: id }, { order_id: id }],
          // Nobody was ever given a page of which the service has told nothing.
          status: { $ne: null },
        },
    { order: { opened_at: "DESC" } }
  )
  const isOrder = !session && known.every(({ cart_id }) => cart_id !== id)
  const arrived = isOrder ? await arrivedFor(scope, id) : null
  const checkout = mostImportant(known, id)
  return (
    arrived ?? (checkout ? whatCounts(scope, checkout) : placedOrder(scope, id))
  )
}

/**
 * A payment because of which an order must not be paid now, of what it owes or of its
 * cart; null when there is none. It counts before a newer page, which would be paid
 * a second time.
 */
async function arrivedFor(
  scope: MedusaContainer,
  order_id: string
): Promise<Told | null> {
  const ledger = scope.resolve(INSTALMENTS_MODULE)
  const order = await readLinkedOrder(order_id, scope)
  const reference = order && (await arrivedPayment(order, ledger))
  return reference
    ? ofItself(await askAbout(scope, await ledger.retrieveCheckout(reference)))
    : null
}

/** `known` is all that has the id, the newest first. */
function mostImportant(
  known: CheckoutRow[],
  id: string
): CheckoutRow | undefined {
  const [newest] = known
  const paid = known.find(
    ({ cart_id, status, outcome, outcome_at }) =>
      cart_id === id &&
      status === "successful" &&
      // What went back before a newer page was opened is no answer about that one.
      !(outcome === "returned" && outcome_at! < newest!.opened_at)
  )
  return paid ?? newest
}

async function readRefund(
  ledger: InstalmentsModuleService,
  { id, outcome }: CheckoutRow
): Promise<MoneyBack | null> {
  if (outcome !== "returned") {
    return null
  }
  const requests = await ledger.listRefundRequests({ reference: id })
  return moneyBack(requests, ledger.options.timeZone, ledger.now())
}
