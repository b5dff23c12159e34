import attention from "../../src/jobs/attention"
import { MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE
const root = "/admin/instalments"

/** What needs a person: the list in the admin, and the bell. */
withStore((store) => {
  const { refund, cancel } = refundActions(store)

  type Item = {
    key: string
    count: number
    actions: { name: string; path: string }[]
  }
  const openItems = async (): Promise<Item[]> =>
    (await store.adminGet(`${root}/attention`)).data.attention
  const openKeys = async () => (await openItems()).map(({ key }) => key)
  const resolved = async () =>
    (await store.adminGet(`${root}/attention`)).data.resolved

  type Entry = { to: string; data: { title: string; description: string } }
  async function bell(): Promise<Entry[]> {
    const { data } = await store.adminGet("/admin/notifications?channel=feed")
    return data.notifications
  }

  /** Events are handled after the answer; waits until there are so many entries. */
  async function bellWith(count: number) {
    let entries: Entry[] = []
    await eventually(async () => (entries = await bell()).length >= count)
    expect(entries).toHaveLength(count)
    return entries
  }

  const act = async (path: string, body?: object) => {
    const { status, data } = await store.adminPost(path, body)
    expect([path, status, data.message]).toEqual([path, 200, undefined])
  }

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  /** A payment whose cart has grown since: no order can be placed for it. */
  async function heldPayment() {
    store.ledger.options.unplacedPayments = "hold"
    const { cartId, reference } = await store.beginCheckout()
    const more = { variant_id: store.shop.variantId, quantity: 1 }
    await store.post(`/store/carts/${cartId}/line-items`, more)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    return reference
  }

  it("rings once for each held payment, without a job, and wants a note on what was done with it", async () => {
    await store.buy()
    await attention(store.container)
    expect(await bell()).toEqual([])
    const reference = await heldPayment()
    const [entry] = await bellWith(1)
    expect(entry).toMatchObject({
      // What the admin shows to every user.
      to: "",
      data: {
        title: expect.stringContaining("Payment without an order (ZAR "),
        description: expect.stringContaining("Needs attention"),
      },
    })
    await attention(store.container)
    await attention(store.container)
    await bellWith(1)
    const [item] = await openItems()
    expect(item).toMatchObject({
      key: `held-payment:${reference}`,
      amount: 139955,
      actions: [{ name: "settle" }, { name: "refund" }, { name: "resolve" }],
    })
    const path = item!.actions[2]!.path
    const silent = await store.adminPost(path)
    expect(silent.status).toBe(400)
    expect(silent.data.message).toContain("what was done")
    expect((await store.adminPost(path, { note: 5 })).status).toBe(400)
    await store.adminPost(path, { note: "Paid back at the till" })
    expect(await openItems()).toEqual([])
    expect(await resolved()).toMatchObject([
      { reference, resolution: { note: "Paid back at the till" } },
    ])
    await heldPayment()
    await bellWith(2)
  })

  /** Lets what was asked for be sent, and fail at the service. */
  async function refundFails() {
    await store.passTime(DAY)
    await store.runJob("refunds")
    const [request] = await store.ledger.listRefundRequests({})
    await store.sandbox.approveRefund(request!.refund_request_id!)
    await store.sandbox.failRefund(request!.refund_request_id!)
    await store.passTime(DAY)
    // A config that is two days old would ring too.
    await store.ledger.config.refresh()
    await store.runJob("refunds")
  }

  it("rings for a refund that failed, and says what can be done: refund it again from the order's page", async () => {
    const { payment } = await store.buy()
    await refund(payment, 100.5)
    await refundFails()
    const [entry] = await bellWith(1)
    expect(entry!.data).toMatchObject({
      title: expect.stringContaining("Refund that failed (ZAR 100.50)"),
      description: expect.stringContaining(
        "refund again from the order's page"
      ),
    })
  })

  it("rings for a cancelled order's failed refund, and says what can be done: return the money again", async () => {
    const { order } = await store.buy()
    await cancel(order)
    await refundFails()
    const [entry] = await bellWith(1)
    expect(entry!.data.description).toMatch(/cancelled.*Return the money again/)
  })

  it("rings again for a held payment that could not be returned", async () => {
    const reference = await heldPayment()
    await bellWith(1)
    await act(`${root}/checkouts/${reference}/refund`)
    await refundFails()
    const entries = await bellWith(2)
    const texts = entries.map(({ data }) => data.description)
    const again = texts.filter((text) => /could not be returned/.test(text))
    expect(again).toHaveLength(1)
  })

  it("tells once of callbacks with a wrong signature, counted, and anew of one after it was resolved; and of a verified one without a checkout", async () => {
    const wrongSignature = () =>
      store.deliver({ client_reference_id: "x", status: "successful" }, {})
    await wrongSignature()
    await wrongSignature()
    await attention(store.container)
    await attention(store.container)
    const [entry] = await bellWith(1)
    expect(entry!.data.title).toContain("wrong signature")
    const [item, ...others] = await openItems()
    expect(others).toEqual([])
    expect(item).toMatchObject({ key: "unverified-callbacks", count: 2 })
    const [resolve] = item!.actions
    const first = await store.adminPost(resolve!.path, { note: "A scanner" })
    expect(first.data.attention).toMatchObject({
      actions: [],
      resolution: { note: "A scanner", action: "resolve" },
    })
    const second = await store.adminPost(resolve!.path, { note: "Other" })
    expect(second.data.attention.resolution.note).toBe("A scanner")
    expect(await openItems()).toEqual([])
    await wrongSignature()
    expect(await openItems()).toMatchObject([{ count: 1 }])
    await store.adminPost(resolve!.path, { note: "A scanner" })
    await store.deliver({
      client_reference_id: "another-environment",
      status: "successful",
    })
    const [held] = await openItems()
    expect(held!.key).toMatch(/^held-callback:/)
    await store.adminPost(held!.actions[0]!.path)
    expect(await openItems()).toEqual([])
  })

  it("tells of an old config until it was read again, which nobody can resolve otherwise", async () => {
    await store.passTime(4 * 60 * MINUTE)
    const [item] = await openItems()
    expect(item).toMatchObject({
      key: "config-old",
      actions: [{ name: "refresh", path: `${root}/config/refresh` }],
    })
    const resolve = `${root}/attention/config-old/resolve`
    expect((await store.adminPost(resolve)).status).toBe(409)
    await store.adminPost(`${root}/config/refresh`)
    expect(await openItems()).toEqual([])
    expect((await store.adminPost(resolve)).status).toBe(404)
  })

  it("tells that checkouts wait too long for a check, until somebody has them checked, within the service's limits", async () => {
    await store.beginCheckout()
    await store.passTime(2 * 60 * MINUTE)
    expect(await openKeys()).toEqual(["reconcile-behind"])
    const { client } = store.ledger
    await client.listCheckouts({ number: 1, items: 1 })
    for (let asked = 0; asked < 2; asked++) {
      await client.fetchCheckout("unknown", "background").catch(() => null)
    }
    const [item] = await openItems()
    const { path } = item!.actions[0]!
    const full = await store.adminPost(path)
    expect(full.status).toBe(429)
    expect(full.data.retry_after).toBeGreaterThan(20)
    expect(await openKeys()).toEqual(["reconcile-behind"])
    await store.passTime(MINUTE)
    const { status, data } = await store.adminPost(path)
    expect(status).toBe(200)
    expect(data.backlog).toMatchObject({ pending: 1, due: 0 })
    expect(await openItems()).toEqual([])
    expect(await resolved()).toMatchObject([
      { key: "reconcile-behind", resolution: { action: "check" } },
    ])
  })
})
