import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { refused } from "../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  RefundRequestRow,
} from "../modules/instalments/types"
import { announce } from "./refunds/announce"
import { withLock } from "./settle"
import { betweenCompletions, isOfCart, ofOrder } from "./settle/lock"
import { repairCompletion } from "./medusa-repairs/killed-completion"
import { dropUnbooked } from "./medusa-repairs/unbooked-payments"
import { readPlacedOrder } from "./settle/read-placed-order"

/**
 * If the limit allows it, the person who waits in the admin sees a refusal at
 * once.
 */
const MAX_WAIT_MS = 3_000

/**
 * Returns by hand a payment that has no order: all that is left of it. Sends
 * the refund request if that is allowed now. A second call changes nothing,
 * unless the earlier refund request has failed.
 *
 * @throws MedusaError (not allowed) when it is not paid, has an order, or a
 * refund rule forbids it; the message says what to do.
 */
export async function returnPaymentByHand(
  container: MedusaContainer,
  id: string
): Promise<RefundRequestRow | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.retrieveCheckout(id)
  const filed = await withLock(known, container, async (lease) => {
    const checkout = await ledger.retrieveCheckout(id)
    // A killed completion may have left an order that is not known yet.
    if (checkout.outcome === "open" || checkout.outcome === "held") {
      await (isOfCart(checkout)
        ? repairCompletion(checkout, container)
        : dropUnbooked(ofOrder(checkout), container))
    }
    return betweenCompletions(checkout, container, async () => {
      await refuseUnlessUnplaced(checkout, container)
      const before = await requests(ledger, id)
      const reason = checkout.held_reason ?? "Returned by hand"
      await ledger.returns.file(id, reason, lease)
      const after = await requests(ledger, id)
      return after.find((row) => !before.some((other) => other.id === row.id))
    })
  })
  if (!filed || filed.send_after.getTime() > ledger.now()) {
    return filed ?? null
  }
  const sent = await ledger.sending.send(filed, {
    maxWaitMs: MAX_WAIT_MS,
    urgency: "on_demand",
  })
  await announce(container, filed, sent)
  return sent ?? filed
}

async function refuseUnlessUnplaced(
  checkout: CheckoutRow,
  container: MedusaContainer
) {
  if (checkout.status !== "successful") {
    throw refused(
      `Nothing was paid on this checkout (${checkout.status ?? "not created"}), so there is nothing to return.`
    )
  }
  if (checkout.outcome === "returned") {
    return
  }
  const order = await readPlacedOrder(checkout, container)
  if (checkout.outcome === "placed" || order?.reference === checkout.id) {
    throw refused(
      `This payment has an order (${order?.id ?? checkout.order_id}). Refund it from the order's page.`
    )
  }
}

function requests(ledger: InstalmentsModuleService, reference: string) {
  return ledger.listRefundRequests({ reference }, { take: 1_000 })
}
