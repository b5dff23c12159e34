import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import type { InstalmentsModuleService } from "../../../../../../modules/instalments/service"
import { checkCheckout } from "../../../../../../workflows/check-checkout"
import { answering, DoesNotApply } from "../../../answering"
import { readDetail } from "../../read-detail"

/**
 * `POST /admin/instalments/checkouts/:id/check`: asks the service now and
 * settles what is paid. It leaves a request of each minute to shoppers.
 */
export const POST = answering(async (req, res) => {
  const id = String(req.params.id)
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const checkout = await ledger.retrieveCheckout(id)
  if (!checkout.checkout_id) {
    throw new DoesNotApply(
      `The service gave checkout ${id} no id, so it cannot be asked about it. A callback for it would still be believed.`
    )
  }
  await checkCheckout(req.scope, checkout, "hint")
  res.json(await readDetail(req.scope, id))
})
