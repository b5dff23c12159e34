import { PROVIDER_ID } from "../../src/workflows/settle/ensure-payment-session"
import { fillCart } from "../store/shopper"
import type { Store } from "../store/with-store"

/** A payment page that is open in a tab of the shopper's browser. */
type Tab = { sessionId: string; reference: string }

/** One shopper with a cart; what cannot be done in its state does nothing. */
export class Shopper {
  readonly cartIds: string[] = []
  readonly tabs: Tab[] = []

  constructor(private readonly store: Store) {}

  /** The cart, filled when there is none yet. */
  async cart(): Promise<string> {
    const { api, shop } = this.store
    if (!this.cartIds[0]) {
      this.cartIds.push(await fillCart(api, shop))
    }
    return this.cartIds[0] as string
  }

  /** Chooses a way to pay; instalments open a payment page. */
  async choose(providerId = PROVIDER_ID, data: object = {}) {
    const cart_id = await this.cart()
    const { store } = this
    const found = await store.post("/store/payment-collections", { cart_id })
    const id = found.data.payment_collection?.id
    const path = `/store/payment-collections/${id}/payment-sessions`
    const body = { provider_id: providerId, data }
    const answer = id ? await store.post(path, body) : undefined
    const [session] =
      answer?.data.payment_collection?.payment_sessions ?? ([] as unknown[])
    if (session?.data?.reference) {
      this.tabs.push({
        sessionId: session.id,
        reference: session.data.reference,
      })
    }
  }

  /** Pays on a payment page, unless it has ended. */
  async pay(tab: Tab | undefined, force = false) {
    await this.onPage(tab, (reference) =>
      this.store.sandbox.pay(reference, { numberOfPayments: 3, force })
    )
  }

  /** Does something on a payment page; an ended one refuses. */
  async onPage(tab: Tab | undefined, act: (ref: string) => Promise<unknown>) {
    try {
      await (tab && act(tab.reference))
    } catch (error) {
      if (!/The checkout is/.test(String(error))) {
        throw error
      }
    }
  }
}
