import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { lookAgain } from "../../../../../../workflows/refunds/by-hand"
import { refundAgain } from "../../../../../../workflows/refunds/ask-here"
import { returnPaymentByHand } from "../../../../../../workflows/return-payment"
import { acting, dealtWith } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { isOfCancelledOrder, mayRetry } from "../../../answers/actions"
import {
  findRefundRequest,
  refundRequestAnswer,
  whyNoRetry,
} from "../../../answers/refund-request"

/**
 * `POST /admin/instalments/refund-requests/:id/retry`: files a failed return of
 * an unplaced payment or of a surplus again, or a refused refund of a cancelled
 * order, and answers the new refund request. A refund request that is held in doubt is
 * searched for again in the service's list, and sent only if it is absent
 * there. Everything else is 409 and says why.
 */
export const POST = acting("retry", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const row = await findRefundRequest(ledger, id)
  if (!mayRetry(row)) {
    throw new DoesNotApply(whyNoRetry(row))
  }
  const causes = (await ledger.attention.read(row.reference)).filter(
    ({ actions, refund_request }) =>
      actions.includes("refund") || refund_request === id
  )
  if (row.status === "in_doubt") {
    await lookAgain(req.scope, row)
    res.json({
      refund_request: refundRequestAnswer(await findRefundRequest(ledger, id)),
    })
    return
  }
  const { payment_id } = row
  const filed =
    payment_id && isOfCancelledOrder(row)
      ? await refundAgain(
          req.scope,
          { id, payment_id, amount: Math.min(row.amount, row.left) },
          req.auth_context.actor_id
        )
      : await returnPaymentByHand(req.scope, row.reference)
  if (!filed) {
    throw new DoesNotApply(whyNoRetry({ ...row, left: 0 }))
  }
  await dealtWith(req, ledger, causes, "retry")
  const answer = refundRequestAnswer(await findRefundRequest(ledger, filed.id))
  res.json({ refund_request: answer })
})
