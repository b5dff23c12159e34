import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { PROVIDER_ID, refused } from "../../modules/instalments/rules"
import { readLastCheckout } from "../../workflows/balance/open-balance-checkout"
import { readBalance } from "../../workflows/balance/read-balance"
import { whyNoLink, type NoLink } from "../../workflows/balance/why-no-link"
import type { OurMiddleware } from "../only-ours"
import { askAboutOthers, bringUpToDate } from "../store/bring-up-to-date"

/** Medusa's button "Mark as paid" on an order's page. */
export const MARK_AS_PAID = "/admin/payment-collections/:id/mark-as-paid"

/** With one of these an instalment payment has arrived, or is the order's own. */
const ARRIVED: NoLink["kind"][] = ["arrived", "left"]

/**
 * Refuses to mark an order as paid by instalments: only the service knows such a payment,
 * and core would open a checkout for it that nobody is shown.
 *
 * @throws MedusaError (not allowed), for the merchant.
 */
export function refuseOurProvider(
  { body }: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  const { provider_id } = (body ?? {}) as { provider_id?: unknown }
  if (provider_id === PROVIDER_ID) {
    throw refused(
      "An instalment payment cannot be marked as paid by hand: it is booked by itself once the service has confirmed it. Send the customer a payment link instead, or mark the order as paid in another way.",
      "instalments_marked_by_hand"
    )
  }
  next()
}

/**
 * Runs before a merchant marks what an order owes as paid: a shopper may have paid it in
 * instalments and shown the service's message, and the callback be lost. Open checkouts
 * of the order are asked about, so that such a payment is booked. It takes the order's
 * lease for that, so it runs before the lease is taken for the merchant.
 */
export const askBeforeMarking: OurMiddleware = async (
  req,
  _res,
  next,
  orderId
) => {
  const balance = await readBalance(orderId, req.scope)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const last = balance && (await readLastCheckout(ledger, balance))
  if (last) {
    await bringUpToDate(req.scope, last)
    await askAboutOthers(req.scope, last)
  }
  next()
}

/**
 * Refuses to mark an order as paid while an instalment payment for it has arrived and is
 * not booked: the order would owe nothing any more, that payment would go back, and the
 * shop would have nothing.
 *
 * @throws MedusaError (not allowed), for the merchant.
 */
export const refuseWhenArrived: OurMiddleware = async (
  req,
  _res,
  next,
  orderId
) => {
  const balance = await readBalance(orderId, req.scope)
  const reason = balance && (await whyNoLink(balance, req.scope))
  if (reason && ARRIVED.includes(reason.kind)) {
    throw refused(
      `${reason.words} It was not marked as paid.`,
      "instalments_already_paid"
    )
  }
  next()
}
