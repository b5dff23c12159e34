import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import { settleCheckoutWorkflow } from "../../../../../../workflows"
import { acting, dealtWith } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { readDetail } from "../../../answers/checkout"

/**
 * `POST /admin/instalments/checkouts/:id/settle`: places the order of a paid
 * checkout, also of one that is held, unless its alert says why not (409). If the
 * order cannot be placed, the payment is held again, with the reason in the row. A
 * checkout that is placed already is not changed.
 */
export const POST = acting("settle", async (req, res) => {
  const id = String(req.params.id)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { status, outcome, contradiction } = await ledger.retrieveCheckout(id)
  if (status !== "successful") {
    throw new DoesNotApply(
      `Checkout ${id} is not known to be paid (${status ?? "not created"}), so there is no order to place. Check it now if you think it is.`
    )
  }
  if (outcome === "returned") {
    throw new DoesNotApply(
      `The money of checkout ${id} is being returned, so no order can be placed for it.`
    )
  }
  if (contradiction && outcome !== "placed") {
    throw new DoesNotApply(
      `The service says ${contradiction} now of checkout ${id}, after it said successful. Ask its support, and check it again before its order is placed.`
    )
  }
  if (outcome !== "placed") {
    const causes = await ledger.attention.read(id)
    const held = causes.filter(({ kind }) => kind === "held-payment")
    // One that is resolved has a person's word that it can be placed.
    const open = held.find(({ resolution }) => !resolution)
    if (open && !open.actions.includes("settle")) {
      throw new DoesNotApply(open.text)
    }
    await settleCheckoutWorkflow(req.scope).run({
      input: { reference: id, by_hand: true },
    })
    const after = await ledger.retrieveCheckout(id)
    if (after.outcome === "placed") {
      await dealtWith(req, ledger, held, "settle")
    }
  }
  res.json(await readDetail(req.scope, id))
})
