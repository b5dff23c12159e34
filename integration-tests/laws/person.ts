import { OrderAdmin } from "../harness/order-admin"
import type { Store } from "../harness/with-store"
import { isSupports } from "./support"

/**
 * The merchant asks the service's support for the ids that refunds wait for,
 * and enters them.
 */
export async function identifyWhatIsAsked(store: Store): Promise<void> {
  const causes = await store.ledger.attention.read()
  for (const { kind, reference } of causes) {
    if (kind === "refund-without-id" && reference) {
      await identify(store, reference, idAtService(store, reference))
    }
  }
}

/**
 * The same for refunds whose answers were lost, once the store asks: which
 * refund of the service a request is, or that there is none.
 */
export async function endDoubts(store: Store): Promise<void> {
  const rows = await store.ledger.listRefundRequests({ status: "in_doubt" })
  for (const { id, checkout_id, amount, held_reason } of rows) {
    const all = await store.ledger.listRefundRequests({}, { take: 1000 })
    const known = all.map(({ refund_request_id }) => refund_request_id)
    const there = [...store.sandbox.refundRequests.values()].find(
      (refund) =>
        refund.checkout_id === checkout_id &&
        refund.amount === amount &&
        !isSupports(refund) &&
        !known.includes(refund.id)
    )
    if (held_reason) {
      const path = `/admin/instalments/refund-requests/${id}/end-doubt`
      await store.adminPost(
        path,
        there ? { refund_request_id: there.id } : { absent: true }
      )
    }
  }
}

/**
 * The merchant cancels an unfinished change of an order, when the books of a
 * refund request wait for it.
 */
export async function finishChanges(store: Store): Promise<void> {
  const rows = await store.ledger.listRefundRequests({}, { take: 1000 })
  for (const { books_error } of rows) {
    const [, orderId] =
      /order (\S+) has a change that is not finished/.exec(books_error ?? "") ??
      []
    if (orderId) {
      await new OrderAdmin(store, orderId).dropEdit()
    }
  }
}

/** Says which checkout of the service a row is; answers the HTTP answer. */
export function identify(store: Store, id: string, checkout_id = "none") {
  const path = `/admin/instalments/checkouts/${id}/identify`
  return store.adminPost(path, { checkout_id })
}

/** What the service's support answers when it is asked for a reference. */
export function idAtService({ sandbox }: Store, reference: string) {
  return [...sandbox.checkouts.values()].find(
    (checkout) => checkout.client_reference_id === reference
  )?.id
}
