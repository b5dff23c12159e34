import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { readPlacedOrder } from "./read-placed-order"
import { ensurePaymentSession } from "./ensure-payment-session"

type Settled = {
  outcome: "open" | "placed" | "returned" | "held" | "closed"
  order_id: string | null
}

/** Settles one checkout, one writer at a time per cart. See the workflow. */
export const settleCheckoutStep = createStep(
  "settle-instalments-checkout-step",
  async ({ reference }: { reference: string }, { container }) => {
    const ledger: InstalmentsModuleService =
      container.resolve(INSTALMENTS_MODULE)
    const { cart_id } = await ledger.retrieveCheckout(reference)
    const settled = await container
      .resolve(Modules.LOCKING)
      .execute(
        `instalments:settle:${cart_id}`,
        () => settle(reference, ledger, container),
        { timeout: 30 }
      )
    return new StepResponse(settled)
  }
)

async function settle(
  reference: string,
  ledger: InstalmentsModuleService,
  container: MedusaContainer
): Promise<Settled> {
  const checkout = await ledger.retrieveCheckout(reference)
  if (checkout.outcome !== "open" || checkout.status !== "successful") {
    return checkout
  }
  const blocked = await ensurePaymentSession(checkout, container)
  if (blocked) {
    return hold(blocked)
  }
  const { errors } = await completeCartWorkflow(container).run({
    input: { id: checkout.cart_id },
    throwOnError: false,
  })
  // What completion says is not believed: the books are read back.
  const order = await readPlacedOrder(checkout.cart_id, container)
  if (order?.reference === reference) {
    return ledger.updateCheckouts({
      id: reference,
      outcome: "placed",
      order_id: order.id,
    })
  }
  return hold(
    order
      ? `Cart ${checkout.cart_id} already became order ${order.id}, paid otherwise`
      : `Cart ${checkout.cart_id} could not be completed: ${errors?.[0]?.error?.message ?? "the order has no captured payment"}`
  )

  async function hold(held_reason: string): Promise<Settled> {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `Instalment payment ${reference} is held: ${held_reason}. The money has arrived; place the order or return it.`
      )
    return ledger.updateCheckouts({
      id: reference,
      outcome: "held",
      held_reason,
    })
  }
}
