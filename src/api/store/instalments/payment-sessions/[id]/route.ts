import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import {
  moneyBack,
  paymentStatus,
} from "../../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  KnownPayment,
  MoneyBack,
} from "../../../../../modules/instalments/types"
import { bringUpToDate, CALLBACK_COMES_MS } from "../../../bring-up-to-date"

/**
 * `GET /store/instalments/payment-sessions/:id`: what became of a payment, for
 * the page that a shopper comes back to. `:id` is any payment session that the
 * checkout ever had, or a cart, for a browser that began no payment of it: of its
 * checkouts the paid one counts, else the newest. It shows nothing that identifies
 * a shopper.
 *
 * The shopper asks about the cart. When another payment of the cart counts, the
 * route answers that one, with its order, so that the shopper does not pay
 * again. `refund` is then about the payment that was asked for, when it is
 * returned.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const id = String(req.params.id)
  const checkout = await findCheckout(ledger, id)
  if (!checkout) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `No instalment payment has the payment session or the cart ${id}.`
    )
  }
  const current = await askAbout(req.scope, checkout)
  const known = await knownPayment(req.scope, current)
  const status = paymentStatus(
    known ? { ...current, ...known, status: "successful" } : current
  )
  const refund = await readRefund(ledger, current)
  res.setHeader("cache-control", "no-store")
  res.status(200).json({
    payment: {
      status,
      order_id:
        known?.order_id ?? (status === "paid" ? current.order_id : null),
      payment_url: status === "pending" && !known ? current.payment_url : null,
      ...((refund || status === "unplaced") && { refund }),
    },
  })
}

async function askAbout(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const { now } = container.resolve(INSTALMENTS_MODULE)
  const isYoung = now() - checkout.opened_at.getTime() < CALLBACK_COMES_MS
  return isYoung ? checkout : await bringUpToDate(container, checkout)
}

/**
 * The payment of the same cart that counts. Before a shopper is told that nothing
 * was paid, the newest other page of the cart is asked about: it may stand in
 * another tab, and its callback may be lost. For what an order owes, another payment
 * is no answer about this one.
 */
async function knownPayment(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<KnownPayment | null> {
  const { cart_id } = checkout
  if (!cart_id) {
    return null
  }
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.checkouts.knownPayment(cart_id)
  if (known || !["cancelled", "expired"].includes(paymentStatus(checkout))) {
    return known
  }
  const open = await ledger.listCheckouts(
    { cart_id, status: "received", outcome: "open" },
    { order: { opened_at: "DESC" }, take: 2 }
  )
  const other = open.find(({ id }) => id !== checkout.id)
  if (!other) {
    return null
  }
  await askAbout(container, other)
  return ledger.checkouts.knownPayment(cart_id)
}

async function findCheckout(
  ledger: InstalmentsModuleService,
  id: string
): Promise<CheckoutRow | undefined> {
  const [session] = await ledger.listCheckoutSessions({ id })
  const known = await ledger.listCheckouts(
    session ? { id: session.reference } : { cart_id: id },
    { order: { opened_at: "DESC" } }
  )
  return known.find(({ status }) => status === "successful") ?? known[0]
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
