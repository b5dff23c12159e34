import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { checkCheckout } from "../../../../../../workflows/check-checkout"
import { followRefundsOf } from "../../../../../../workflows/refunds/follow-refunds"
import { answering, DoesNotApply } from "../../../answering"
import { readDetail } from "../../../answers/checkout"

/** A merchant who presses again and again asks no more often than this. */
const REST_MS = 15_000

/**
 * `POST /admin/instalments/checkouts/:id/check`: asks the service now about a
 * checkout and its refund requests, and settles what is paid. Where all has
 * ended it only confirms that. It leaves a request of each minute to shoppers.
 */
export const POST = answering(async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const checkout = await ledger.retrieveCheckout(id)
  if (!checkout.checkout_id) {
    throw new DoesNotApply(
      `The service gave checkout ${id} no id, so it cannot be asked about it. A callback for it would still be believed; if its support tells the id, identify the checkout.`
    )
  }
  await checkCheckout(req.scope, checkout, "on_demand", REST_MS)
  await followRefundsOf(req.scope, id)
  res.json(await readDetail(req.scope, id))
})
