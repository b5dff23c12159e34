import { z } from "@medusajs/framework/zod"
import type { Store } from "./with-store"

const item = z.object({
  id: z.string(),
  quantity: z.number(),
  detail: z.object({
    fulfilled_quantity: z.number(),
    return_requested_quantity: z.number(),
  }),
})
const order = z.object({
  id: z.string(),
  summary: z.object({ pending_difference: z.coerce.number() }),
  items: z.array(item),
  fulfillments: z
    .array(
      z
        .object({ id: z.string(), delivered_at: z.unknown().nullable() })
        .nullish()
    )
    .nullish()
    .transform((list) => (list ?? []).flatMap((one) => one ?? [])),
})
const FIELDS = "id,total,summary.*,items.*,items.detail.*,fulfillments.*"
const asked = z.array(
  z.object({
    id: z.string(),
    items: z.array(z.object({ item_id: z.string(), quantity: z.number() })),
  })
)

/** An order as the merchant sees it, in major units. */
export type AdminOrder = z.infer<typeof order>
type Deed = (at: string) => Promise<boolean>

/**
 * What a merchant does with an order in the admin, request by request. When the
 * order's state does not allow an action, it is refused, and what was begun for
 * it is cancelled. Each method answers whether it was done.
 */
export class OrderAdmin {
  constructor(
    private readonly store: Store,
    private readonly orderId: string
  ) {}

  /** The order as its page shows it. */
  async read(): Promise<AdminOrder | undefined> {
    const path = `/admin/orders/${this.orderId}?fields=${FIELDS}`
    const { data } = await this.store.adminGet(path)
    return order.safeParse(data.order).data
  }

  /** Begins an edit by which the order has one article more, or one less. */
  async beginEdit(by: 1 | -1): Promise<boolean> {
    const { orderId, store } = this
    const at = `/admin/order-edits/${orderId}`
    const seen = await this.read()
    const item =
      seen?.items.find((one) => one.quantity > one.detail.fulfilled_quantity) ??
      seen?.items[0]
    if (!item || !(await this.begin("order-edit", {}))) {
      return false
    }
    const done =
      by > 0
        ? await this.did(`${at}/items`, {
            items: [{ variant_id: store.shop.variantId, quantity: 1 }],
          })
        : await this.did(`${at}/items/item/${item.id}`, {
            quantity: item.quantity - 1,
          })
    return done || (await this.dropEdit(), false)
  }

  /** Confirms the edit that is open. */
  async confirmEdit(): Promise<boolean> {
    const at = `/admin/order-edits/${this.orderId}`
    return (await this.did(`${at}/request`)) && this.did(`${at}/confirm`)
  }

  /** Cancels the open edit. */
  async dropEdit(): Promise<boolean> {
    return this.gone(`/admin/order-edits/${this.orderId}`)
  }

  /** Ships everything that was not shipped yet, and marks it as delivered. */
  async deliver(): Promise<boolean> {
    const at = `/admin/orders/${this.orderId}/fulfillments`
    const items = ((await this.read())?.items ?? [])
      .map(({ id, quantity, detail }) => ({
        id,
        quantity: quantity - detail.fulfilled_quantity,
      }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0 || !(await this.did(at, { items }))) {
      return false
    }
    const sent = (await this.read())?.fulfillments ?? []
    for (const { id } of sent.filter((one) => !one.delivered_at)) {
      await this.did(`${at}/${id}/mark-as-delivered`)
    }
    return true
  }

  /** Requests the return of one article. */
  async askBack(): Promise<boolean> {
    const input = { location_id: await this.place() }
    return this.change("return", input, async (at) =>
      this.did(`${at}/request-items`, { items: await this.one() })
    )
  }

  /** Receives everything that was requested back. */
  async receive(): Promise<boolean> {
    const { data } = await this.store.adminGet(
      `/admin/returns?order_id=${this.orderId}&status=requested&fields=id,items.*`
    )
    const [first] = asked.safeParse(data.returns).data ?? []
    if (!first) {
      return false
    }
    const at = `/admin/returns/${first.id}/receive`
    const items = first.items.map((one) => ({
      id: one.item_id,
      quantity: one.quantity,
    }))
    const done =
      (await this.did(at)) &&
      (await this.did(`${at}-items`, { items })) &&
      (await this.did(`${at}/confirm`))
    return done || (await this.gone(at), false)
  }

  /** Exchanges one article for so many. */
  async exchange(quantity: number): Promise<boolean> {
    return this.change("exchange", {}, (at) => this.swap(at, quantity))
  }

  /** Claims one article: another comes for it, or its money. */
  async claim(type: "replace" | "refund"): Promise<boolean> {
    return this.change("claim", { type }, async (at) => {
      const items = await this.one()
      return (
        (await this.did(`${at}/claim-items`, { items })) &&
        this.swap(at, type === "replace" ? 1 : 0)
      )
    })
  }

  private async swap(at: string, quantity: number): Promise<boolean> {
    const { variantId: variant_id } = this.store.shop
    const items = [{ variant_id, quantity }]
    const back = { location_id: await this.place(), items: await this.one() }
    return (
      (await this.did(`${at}/inbound/items`, back)) &&
      (quantity === 0 || this.did(`${at}/outbound/items`, { items }))
    )
  }

  /** Begins a change, applies it and confirms it, or cancels it. */
  private async change(kind: string, input: object, deed: Deed) {
    const id = await this.begin(kind, input)
    const at = `/admin/${kind}s/${id}`
    const done = id && (await deed(at)) && (await this.did(`${at}/request`))
    return Boolean(done || (id && (await this.gone(`${at}/request`), false)))
  }

  private async begin(kind: string, input: object) {
    const { data, status } = await this.store.adminPost(`/admin/${kind}s`, {
      order_id: this.orderId,
      ...input,
    })
    const begun = status === 200 ? (data[kind] ?? data.order_change) : undefined
    return begun ? String(begun.id) : undefined
  }

  /** The stock location for returned articles. */
  private async place() {
    const { data } = await this.store.adminGet("/admin/stock-locations")
    return String(data.stock_locations[0].id)
  }

  private async one() {
    const items = (await this.read())?.items ?? []
    return items
      .filter(
        ({ detail }) =>
          detail.fulfilled_quantity > detail.return_requested_quantity
      )
      .slice(0, 1)
      .map(({ id }) => ({ id, quantity: 1 }))
  }

  private async did(path: string, body: object = {}): Promise<boolean> {
    const { status, data } = await this.store.adminPost(path, body)
    return status === 200
  }

  private async gone(path: string): Promise<boolean> {
    const { api, admin: headers } = this.store
    const anyStatus = { headers, validateStatus: () => true }
    return (await api.delete(path, anyStatus)).status === 200
  }
}
