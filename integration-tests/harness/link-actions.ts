import { balanceActions } from "./balance-actions"
import type { Store } from "./with-store"

/** The price of one more mug, in cents. */
export const MUG = 43_335
export const DAY_MS = 86_400_000

/**
 * Actions on payment links: the merchant makes them for what orders owe, and
 * the shopper opens them in a browser.
 */
export function linkActions(store: Store) {
  const { addArticle, takeArticle } = balanceActions(store)
  const adminPath = (id: string) =>
    `/admin/instalments/orders/${id}/payment-link`

  /** Asks for a page as a browser does, which follows nothing by itself. */
  async function ask(method: "GET" | "POST", url: string) {
    const { status, data, headers } = await store.api.request({
      ...{ method, url, maxRedirects: 0, validateStatus: () => true },
      // A form without fields.
      ...(method === "POST" && {
        data: "",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    })
    // As a person reads it: without tags, and with single spaces.
    const words = String(data)
      .replace(/<style>[^]*?<\/style>|<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
    return { status, html: String(data), words, headers }
  }

  /** A paid order to which a mug was added: it owes for that one. */
  async function owing() {
    const { order } = await store.buy()
    await addArticle(order.id)
    return order.id
  }

  /** Makes a link for what an order owes. */
  async function linkTo(id: string): Promise<string> {
    const { status, data } = await store.adminPost(adminPath(id))
    expect([status, data.message]).toEqual([200, undefined])
    return data.payment_link.url
  }

  async function linkOfOwing() {
    const id = await owing()
    return { id, url: await linkTo(id) }
  }

  /** Why there is no link: the order's page shows it, and the button answers it. */
  async function why(id: string): Promise<string | null> {
    const asked = await store.adminGet(adminPath(id))
    expect(asked.status).toBe(200)
    const { reason } = asked.data.balance
    const made = await store.adminPost(adminPath(id))
    const refused = made.status === 409 ? made.data.message : null
    expect(refused).toBe(reason)
    return reason
  }

  return {
    ...{ adminPath, owing, linkTo, linkOfOwing, why },
    open: (url: string) => ask("GET", url),
    /** Presses the page's button. */
    press: (url: string) => ask("POST", url),
    oneMore: addArticle,
    oneLess: takeArticle,
    /** How many checkouts were created at the service. */
    created: () => store.sandbox.journal.counts["POST /api/checkouts"] ?? 0,
    /** The checkouts that were opened for what an order owes, the first one first. */
    opened: (order_id: string) =>
      store.ledger.listCheckouts(
        { order_id, cart_id: null },
        { order: { opened_at: "ASC" } }
      ),
  }
}
