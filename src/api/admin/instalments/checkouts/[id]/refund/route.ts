import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { returnPaymentByHand } from "../../../../../../workflows/return-payment"
import { acting, dealtWith } from "../../../actor"
import { readDetail } from "../../../answers/checkout"

/**
 * `POST /admin/instalments/checkouts/:id/refund`: returns a payment that has no
 * order, or what Medusa cannot refund of one that has, under the refund rules. A
 * payment that is being returned already is not changed. Any other payment with an
 * order is refunded from the order's page (409).
 */
export const POST = acting("refund", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const causes = await ledger.attention.read(id)
  const filed = await returnPaymentByHand(req.scope, id)
  if (filed) {
    const ended = causes.filter(({ actions }) => actions.includes("refund"))
    await dealtWith(req, ledger, ended, "refund")
  }
  res.json(await readDetail(req.scope, id))
})
