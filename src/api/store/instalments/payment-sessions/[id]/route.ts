import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import {
  moneyBack,
  type MoneyBack,
} from "../../../../../modules/instalments/domain/money-back"
import { paymentStatus } from "../../../../../modules/instalments/domain/payment-status"
import type { CheckoutRow } from "../../../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../../../modules/instalments/service"
import { bringUpToDate } from "./bring-up-to-date"

/**
 * `GET /store/instalments/payment-sessions/:id`: what became of a payment, for
 * the page that a shopper comes back to. `:id` is any payment session that the
 * checkout ever had. It shows nothing that identifies a shopper.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const id = String(req.params.id)
  const [session] = await ledger.listCheckoutSessions({ id })
  const [checkout] = session
    ? await ledger.listCheckouts({ id: session.reference })
    : []
  if (!checkout) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Payment session ${id} is not one of an instalment payment.`
    )
  }
  const current = await bringUpToDate(req.scope, checkout)
  const status = paymentStatus(current, ledger.now())
  res.setHeader("cache-control", "no-store")
  res.status(200).json({
    payment: {
      status,
      order_id: current.order_id,
      payment_url: status === "pending" ? current.payment_url : null,
      ...(status === "unplaced" && {
        refund: await readRefund(ledger, current),
      }),
    },
  })
}

async function readRefund(
  ledger: InstalmentsModuleService,
  { id, outcome }: CheckoutRow
): Promise<MoneyBack | null> {
  if (outcome !== "returned") {
    return null
  }
  const requests = await ledger.listRefundRequests({ reference: id })
  return moneyBack(requests, ledger.options.timeZone)
}
