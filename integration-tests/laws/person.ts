import type { Store } from "../store/with-store"

/**
 * The merchant asks the service's support for the ids that refunds wait for,
 * and tells them to the store.
 */
export async function identifyWhatIsAsked(store: Store): Promise<void> {
  const causes = await store.ledger.attention()
  for (const { kind, reference } of causes) {
    if (kind === "refund-without-id" && reference) {
      await identify(store, reference, idAtService(store, reference))
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
