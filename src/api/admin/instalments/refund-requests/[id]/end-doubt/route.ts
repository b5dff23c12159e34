import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { endDoubt } from "../../../../../../workflows/refunds/by-hand"
import { acting, dealtWith } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { readInput } from "../../../read-input"
import {
  findRefundRequest,
  refundRequestAnswer,
} from "../../../answers/refund-request"

const body = z.union(
  [
    z.strictObject({ refund_request_id: z.string().trim().min(1).max(200) }),
    z.strictObject({ absent: z.literal(true) }),
    z.strictObject({ failed: z.literal(true) }),
  ],
  "give one of refund_request_id, absent: true or failed: true"
)

/**
 * `POST /admin/instalments/refund-requests/:id/end-doubt`: a person says what
 * became of a refund request whose answer was lost. `{ refund_request_id }`: it
 * is this refund at the service. `{ absent: true }`: the service has none, so
 * it is sent again. `{ failed: true }`: the service's support says that it
 * failed.
 */
export const POST = acting("end-doubt", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const row = await findRefundRequest(ledger, id)
  const end = readInput(body, req.body)
  if (row.status !== "in_doubt") {
    throw new DoesNotApply(
      `Refund request ${id} is ${row.status}: there is no doubt about it.`
    )
  }
  const causes = await ledger.attention.read(row.reference)
  await endDoubt(req.scope, row, end)
  const ended = causes.filter(({ key }) => key === `refund-in-doubt:${id}`)
  await dealtWith(req, ledger, ended, "end-doubt")
  const answer = refundRequestAnswer(await findRefundRequest(ledger, id))
  res.json({ refund_request: answer })
})
