import { z } from "@medusajs/framework/zod"
import { identifyCheckout } from "../../../../../../workflows/identify-checkout"
import { acting, dealtWith } from "../../../actor"
import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { readDetail } from "../../../answers/checkout"
import { readInput } from "../../../read-input"

const body = z.object({
  checkout_id: z
    .string("give the service's id of the checkout")
    .trim()
    .min(1, "it is empty")
    .max(200, "it is too long to be an id"),
})

/**
 * `POST /admin/instalments/checkouts/:id/identify` with `{ checkout_id }`: a
 * person says which checkout of the service a row is, when the answer to its
 * creation was lost. The service is asked for that id, and a paid checkout is
 * then settled.
 */
export const POST = acting("identify", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  await ledger.retrieveCheckout(id)
  const { checkout_id } = readInput(body, req.body)
  const causes = await ledger.attention.read(id)
  await identifyCheckout(req.scope, id, checkout_id)
  const ended = causes.filter(({ actions }) => actions.includes("identify"))
  await dealtWith(req, ledger, ended, "identify")
  res.json(await readDetail(req.scope, id))
})
