import { addresses } from "../../demo/shopper/buying.cjs"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { linkActions } from "../harness/link-actions"
import { fillCart } from "../harness/shopper"
import type { Store } from "../harness/with-store"
import { idAtService } from "./person"

/** A payment page that is open in a tab of the shopper's browser. */
type Tab = { sessionId: string; reference: string }

/**
 * The allowed status codes of a link's page: shown, redirected, ended, too
 * often, later.
 */
const PAGES = [200, 303, 410, 429, 503]

/**
 * One shopper with one cart; an action that the state does not allow does
 * nothing.
 */
export class Shopper {
  readonly tabs: Tab[] = []
  /** The payment links that the merchant has sent, the newest one last. */
  readonly links: string[] = []
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
    if (id) {
      await this.chooseFor(id, providerId, data)
    }
  }

  /** Chooses a way to pay for a payment collection, of a cart or of an order. */
  async chooseFor(
    collectionId: string,
    provider_id = PROVIDER_ID,
    data: object = {}
  ) {
    const answer = await this.store.post(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id, data }
    )
    const [session] =
      answer.data.payment_collection?.payment_sessions ?? ([] as unknown[])
    if (session?.data?.reference) {
      const { reference } = session.data
      this.tabs.push({ sessionId: session.id, reference })
    }
  }

  /** Presses the button of a link's page; it may lead to a payment page. */
  async press(link: string | undefined) {
    const answer = link && (await linkActions(this.store).press(link))
    if (!answer) {
      return
    }
    expectPage(answer.status)
    const [row] = await this.store.ledger.listCheckouts({
      payment_url: String(answer.headers.location),
    })
    if (row) {
      const { id: reference, payment_session_id: sessionId } = row
      this.tabs.push({ sessionId, reference })
    }
  }

  /** Opens a link's page; `back`: as who comes back from the payment page. */
  async open(link: string | undefined, { back = false } = {}) {
    if (link) {
      const url = back ? `${link}?back=1` : link
      expectPage((await linkActions(this.store).open(url)).status)
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
    await this.onPage(tab, async (reference, status) => {
      const how = {
        numberOfPayments: 3,
        force: force && status === "cancelled",
      }
      const row = await this.store.row(reference)
      // Days after its session has ended it is not checked: one of 19 callbacks
      // has to come.
      await (row?.outcome === "closed"
        ? this.heard(() => this.store.sandbox.pay(reference, how))
        : this.store.sandbox.pay(reference, how))
    })
  }

  /**
   * Pays on a page whose address was lost with the answer to its creation; only
   * its callback can prove the payment.
   */
  async isPaidUnseen() {
    const { ledger } = this.store
    const rows = await ledger.listCheckouts(
      { cart_id: await this.cart(), checkout_id: null },
      { order: { opened_at: "DESC" } }
    )
    const row = rows.find(({ id }) => idAtService(this.store, id))
    if (row) {
      const tab = { sessionId: row.payment_session_id, reference: row.id }
      await this.heard(() => this.pay(tab))
    }
  }

  /** The callbacks of `deed` come, also when others are lost. */
  private async heard(deed: () => Promise<unknown>) {
    const { sandbox } = this.store
    const { mode } = sandbox.settings.callbacks
    sandbox.set({ callbacks: { mode: "normal" } })
    await deed().finally(() => sandbox.set({ callbacks: { mode } }))
  }

  /** The same, with a page that is made just now. */
  async isPaidLost() {
    this.store.sandbox.fault({
      kind: "lost_answer",
      method: "POST",
      path: "/api/checkouts",
      times: 1,
    })
    // Another e-mail: the same one would open the existing page.
    await this.change({ email: `lost+${this.tabs.length}@example.com` })
    await this.choose()
    await this.isPaidUnseen()
  }

  /** Moves the cart to a region with another currency. */
  async moveTo(region_id: string) {
    return this.change({ region_id })
  }

  /** Moves it back, with an address and delivery again. */
  async moveHome() {
    const { shop } = this.store
    await this.change({ region_id: shop.regionId, ...addresses })
    const path = `/store/carts/${await this.cart()}/shipping-methods`
    return this.store.post(path, { option_id: shop.shippingOptionId })
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

function expectPage(status: number): void {
  if (!PAGES.includes(status)) {
    throw new Error(`The page of a payment link answered ${status}`)
  }
}
