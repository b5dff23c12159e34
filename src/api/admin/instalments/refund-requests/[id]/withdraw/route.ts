import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import type { FoundRefundRequest } from "../../../../../../modules/instalments/types"
import { withdrawRefund } from "../../../../../../workflows/refunds/by-hand"
import { acting } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { mayWithdraw } from "../../../answers/actions"
import {
  findRefundRequest,
  refundRequestAnswer,
} from "../../../answers/refund-request"

/**
 * `POST /admin/instalments/refund-requests/:id/withdraw`: withdraws a refund
 * that was not sent to the service. 409 for one that was sent, or that Medusa is still
 * booking.
 */
export const POST = acting("withdraw", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const row = await findRefundRequest(ledger, id)
  if (!mayWithdraw(row)) {
    throw new DoesNotApply(whyNoWithdrawal(row))
  }
  await withdrawRefund(req.scope, row)
  const answer = refundRequestAnswer(await findRefundRequest(ledger, id))
  res.json({ refund_request: answer })
})

function whyNoWithdrawal({
  id,
  status,
  refund_request_id,
}: FoundRefundRequest): string {
  if (status !== "filed") {
    return `Refund request ${id} is ${status}: only one that was not sent can be withdrawn.`
  }
  return refund_request_id
    ? `The service has made refund request ${id} already, as ${refund_request_id}: it is only booked here, and cannot be withdrawn.`
    : `Medusa is still booking refund request ${id}. Withdraw it when that is done, in a minute.`
}
