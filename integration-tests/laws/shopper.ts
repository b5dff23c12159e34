import { PROVIDER_ID } from "../../src/workflows/settle/ensure-payment-session"
import { fillCart } from "../store/shopper"
import type { Store } from "../store/with-store"

/** A payment page that is open in a tab of the shopper's browser. */
type Tab = { sessionId: string; reference: string }

/** One shopper with one cart; what the state does not allow does nothing. */
export class Shopper {
  readonly tabs: Tab[] = []
  cartId: string | undefined

  constructor(readonly store: Store) {}

  /** The cart, filled when there is none yet. */
  async cart(): Promise<string> {
    const { api, shop } = this.store
    this.cartId ??= await fillCart(api, shop).catch(() => undefined)
    return this.cartId ?? "none"
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
      const { reference } = session.data
      this.tabs.push({ sessionId: session.id, reference })
    }
  }

  /** Completes the cart as a storefront does. */
  async complete() {
    return this.store.post(`/store/carts/${await this.cart()}/complete`)
  }

  /** Changes the cart. */
  async change(changes: object) {
    return this.store.post(`/store/carts/${await this.cart()}`, changes)
  }

  /** Wants so many mugs. */
  async want(quantity: number) {
    const path = `/store/carts/${await this.cart()}`
    const { data } = await this.store.get(path)
    const item = data.cart?.items?.[0]?.id
    return item && this.store.post(`${path}/line-items/${item}`, { quantity })
  }

  /** Pays on a payment page; `force` also on one that was cancelled. */
  async pay(tab: Tab | undefined, { force = false } = {}) {
    await this.onPage(tab, (reference, status) =>
      this.store.sandbox.pay(reference, {
        numberOfPayments: 3,
        force: force && status === "cancelled",
      })
    )
  }

  /**
   * Pays on a page that the store could not show, because the answer to its
   * creation was lost: the service knows the checkout, the store not its id.
   */
  async payUnseen() {
    const rows = await this.store.ledger.listCheckouts(
      { cart_id: await this.cart(), checkout_id: null },
      { order: { opened_at: "DESC" } }
    )
    const row = rows.find(({ id }) =>
      [...this.store.sandbox.checkouts.values()].some(
        (checkout) => checkout.client_reference_id === id
      )
    )
    if (row) {
      const tab = { sessionId: row.payment_session_id, reference: row.id }
      this.tabs.push(tab)
      await this.pay(tab)
    }
  }

  /** The service loses its answer to the creation of the page that is paid. */
  async payLost() {
    this.store.sandbox.fault({
      kind: "lost_answer",
      method: "POST",
      path: "/api/checkouts",
      times: 1,
    })
    // Another way back: the same one would open the page that there is.
    await this.choose(undefined, {
      success_url: `http://localhost:8000/za/lost/${this.tabs.length}`,
    })
    await this.payUnseen()
  }

  /** Does something on a payment page; one that has ended refuses. */
  async onPage(
    tab: Tab | undefined,
    act: (reference: string, status: string) => Promise<unknown>
  ) {
    const page = [...this.store.sandbox.checkouts.values()].find(
      (checkout) => checkout.client_reference_id === tab?.reference
    )
    if (!tab || !page) {
      return
    }
    await act(tab.reference, page.status).catch((error: unknown) => {
      if (!/The checkout is/.test(String(error))) {
        throw error
      }
    })
  }
}
