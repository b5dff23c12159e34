import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { bookUnmatched } from "../../../../../../workflows/refunds/ask-here"
import { acting, dealtWith } from "../../../actor"
import { readInput } from "../../../read-input"
import {
  findRefundRequest,
  refundRequestAnswer,
} from "../../../answers/refund-request"

const body = z.strictObject({ reference: z.string().trim().min(1).max(200) })

/**
 * `POST /admin/instalments/unmatched-refunds/:id/book`: books a refund that the
 * service's support has made for the payment that `reference` names, into the
 * order's books and the ledger; of a payment without an order, as its return.
 * Nothing is sent. 409 when it cannot belong to that payment: it is more than is
 * left, it has failed, or it may be one of the store's own refunds whose answer was
 * lost.
 */
export const POST = acting("book", async (req, res) => {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { id } = await ledger.retrieveUnmatchedRefund(String(req.params.id))
  const { reference } = readInput(body, req.body)
  const causes = await ledger.attention.read(reference)
  const booked = await bookUnmatched(req.scope, id, {
    checkout: await ledger.retrieveCheckout(reference),
    created_by: req.auth_context.actor_id,
  })
  const { outcome } = await ledger.retrieveCheckout(reference)
  if (outcome === "returned") {
    const held = causes.filter(({ kind }) => kind === "held-payment")
    await dealtWith(req, ledger, held, "book")
  }
  const row = await findRefundRequest(ledger, booked.id)
  res.status(201).json({ refund_request: refundRequestAnswer(row) })
})
