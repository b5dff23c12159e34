import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { checkCheckout } from "../../../../../../workflows/check-checkout"
import { followRefundsOf } from "../../../../../../workflows/refunds/follow-refunds"
import { acting } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { readDetail } from "../../../answers/checkout"

/** The shortest time between two checks of a checkout by the merchant. */
const REST_MS = 15_000

/**
 * `POST /admin/instalments/checkouts/:id/check`: checks a checkout and its
 * refund requests now, and settles the checkout when it is paid. Where all has
 * ended it only confirms that. Shoppers keep their share of the limit.
 */
export const POST = acting("check", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const checkout = await ledger.retrieveCheckout(id)
  if (!checkout.checkout_id) {
    throw new DoesNotApply(
      `The service gave checkout ${id} no id, so it cannot be asked about it. A callback for it would still be believed; if its support tells the id, identify the checkout.`
    )
  }
  await checkCheckout(req.scope, checkout, "on_demand", REST_MS)
  await ledger.deeds.keep()
  await followRefundsOf(req.scope, id)
  res.json(await readDetail(req.scope, id))
})
