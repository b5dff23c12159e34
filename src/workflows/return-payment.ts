import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { refused } from "../modules/instalments/rules"
import type {
  CheckoutRow,
  Lease,
  RefundRequestRow,
  Sighting,
} from "../modules/instalments/types"
import { announce } from "./refunds/announce"
import { learnRefund } from "./refunds/follow-refunds"
import { withLock } from "./settle"
import { betweenCompletions, isOfCart, ofOrder } from "./settle/lock"
import { repair } from "./medusa-repairs/killed-completion"
import { dropUnbooked } from "./medusa-repairs/unbooked-payments"
import { readPlacedOrder } from "./settle/read-placed-order"

/**
 * If the limit allows it, the person who waits in the admin sees a refusal at
 * once.
 */
const MAX_WAIT_MS = 3_000

/**
 * Returns by hand a payment that has no order: all that is left of it. Of one with an
 * order it is what Medusa cannot refund; see `fileSurplus`. Sends the refund request
 * if that is allowed now. A second call changes nothing, unless the earlier refund
 * request has failed.
 *
 * @throws MedusaError (not allowed) when it is not paid, has an order that can be
 * refunded, or a refund rule forbids it; the message says what to do.
 */
export async function returnPaymentByHand(
  container: MedusaContainer,
  id: string
): Promise<RefundRequestRow | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const filed =
    (await ledger.returns.fileSurplus(id)) ??
    (await withoutOrder(container, id, async (checkout, lease) => {
      const reason = checkout.held_reason ?? "Returned by hand"
      return (await ledger.returns.file(id, reason, lease)).filed
    }))
  if (!filed || filed.send_after.getTime() > ledger.now()) {
    return filed
  }
  const sent = await ledger.sending.send(filed, {
    maxWaitMs: MAX_WAIT_MS,
    urgency: "on_demand",
  })
  await announce(container, filed, sent)
  return sent ?? filed
}

/**
 * Books by hand what the service's support has refunded of a payment that has no
 * order, which Medusa has no books of. Nothing is sent; it is followed from then on
 * like any other.
 *
 * @throws MedusaError (not allowed) with the rule, when it cannot be this payment's.
 */
export async function bookReturnByHand(
  container: MedusaContainer,
  reference: string,
  { id, amount, status }: Sighting
): Promise<RefundRequestRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const booked = await withoutOrder(container, reference, (_, lease) =>
    ledger.returns.book(reference, { refund_request_id: id, amount }, lease)
  )
  await learnRefund(container, booked, { ...booked, status })
  return booked
}

/** Works on a paid checkout while certainly no order has its payment. */
async function withoutOrder<T>(
  container: MedusaContainer,
  id: string,
  work: (checkout: CheckoutRow, lease: Lease) => Promise<T>
): Promise<T> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.retrieveCheckout(id)
  return withLock(known, container, async (lease) => {
    const checkout = await ledger.retrieveCheckout(id)
    return betweenCompletions(checkout, container, async () => {
      // A killed completion may have left an order that is not known yet.
      if (checkout.outcome === "open" || checkout.outcome === "held") {
        await (isOfCart(checkout)
          ? repair(checkout, container)
          : dropUnbooked(ofOrder(checkout), container))
      }
      await refuseUnlessUnplaced(checkout, container)
      return work(checkout, lease)
    })
  })
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
      `This payment has an order (${order?.id ?? checkout.order_id}). Refund it from the order's page, or book what the service has refunded.`
    )
  }
}
