import { withStore } from "../harness/with-store"

const DAY_MS = 86_400_000
const MINUTE = 60_000
const root = "/admin/instalments/checkouts"

withStore((store) => {
  const path = (id: string, action = "") => `${root}/${id}${action}`

  /** A payment whose cart changed after it was paid: no order can be placed. */
  async function heldPayment() {
    store.ledger.options.unplacedPayments = "hold"
    store.sandbox.set({ callbacks: { mode: "never" } })
    const checkout = await store.beginCheckout()
    await store.sandbox.pay(checkout.reference)
    const cart = `/store/carts/${checkout.cartId}/line-items`
    const { variantId: variant_id } = store.shop
    const added = await store.post(cart, { variant_id, quantity: 1 })
    await store.deliver({
      client_reference_id: checkout.reference,
      status: "successful",
      number_of_payments: 3,
    })
    const line: { id: string } = added.data.cart.items[0]
    const repair = () => store.post(`${cart}/${line.id}`, { quantity: 3 })
    return { ...checkout, repair }
  }

  const act = async (reference: string, action: string) => {
    const { status, data } = await store.adminPost(path(reference, action))
    return { status, message: data.message, checkout: data.checkout }
  }

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  describe("the list", () => {
    it("shows the row of a placed order in cents, and finds it by any of its references and the order's number", async () => {
      const { reference, order, cartId, sessionId } = await store.buy()
      const { data } = await store.adminGet(root)
      expect(data).toMatchObject({ count: 1, offset: 0, limit: 20 })
      const row = await store.row(reference)
      expect(data.checkouts[0]).toMatchObject({
        id: reference,
        checkout_id: row.checkout_id,
        status: "successful",
        outcome: "placed",
        held_reason: null,
        amount: 139955,
        currency: "ZAR",
        number_of_payments: 3,
        payment_session_id: sessionId,
        cart_id: cartId,
        order_id: order.id,
        created_at: row.opened_at.toISOString(),
        paid_at: row.paid_at!.toISOString(),
        actions: [{ name: "check", label: "Check now" }],
      })
      await store.beginCheckout()
      for (const text of [cartId, order.id, reference, sessionId, "#1"]) {
        const q = encodeURIComponent(text)
        const found = (await store.adminGet(`${root}?q=${q}`)).data
        expect([text, found.count]).toEqual([text, 1])
        expect(found.checkouts[0].id).toBe(reference)
      }
      expect((await store.adminGet(`${root}?q=100%25`)).data.count).toBe(0)
    })

    it("filters, pages and sorts on the server", async () => {
      const bought = await store.buy()
      const ids = [bought.reference]
      for (let i = 0; i < 2; i++) {
        ids.push((await store.beginCheckout()).reference)
      }
      const read = async (query: string) => {
        const { data } = await store.adminGet(`${root}?${query}`)
        return data.checkouts.map(({ id }: { id: string }) => id)
      }
      const { opened_at } = await store.row(ids[1]!)
      const at = opened_at.toISOString()
      expect(await read("outcome=placed")).toEqual([ids[0]])
      expect(await read("status[]=received&status[]=odd")).toHaveLength(2)
      expect(await read(`order_id=${bought.order.id}`)).toEqual([ids[0]])
      expect(await read(`created_at[$gte]=${at}`)).toEqual([ids[2], ids[1]])
      expect(await read(`created_at[$lt]=${at}`)).toEqual([ids[0]])
      expect(await read("limit=2&offset=2")).toEqual([ids[0]])
      expect(await read("order=created_at&limit=1")).toEqual([ids[0]])
      const first = await store.adminGet(`${root}?limit=2`)
      expect(first.data).toEqual({
        ...{ count: 3, offset: 0, limit: 2 },
        checkouts: [
          expect.objectContaining({ id: ids[2], amount: 139955 }),
          expect.objectContaining({ id: ids[1], amount: 139955 }),
        ],
      })
    })

    it("refuses bad input with 400 in words", async () => {
      await store.beginCheckout()
      const bad = {
        "limit=0": "limit: ",
        "limit=ten": "limit: ",
        "offset=-1": "offset: ",
        "outcome=lost": "expected one of open, placed",
        "order=price": "expected one of created_at",
        "created_at[$gte]=soon": "created_at.$gte: expected a date",
        "colour=red": "colour",
      }
      for (const [query, words] of Object.entries(bad)) {
        const { status, data } = await store.adminGet(`${root}?${query}`)
        expect([query, status]).toEqual([query, 400])
        expect(data.message).toContain(words)
      }
    })

    it("is exported as it is filtered, with amounts in major units and no formulas", async () => {
      const { reference, order } = await store.buy()
      const odd = await store.beginCheckout()
      await store.ledger.updateCheckouts({
        id: odd.reference,
        status: "received",
        held_reason: '=HYPERLINK("http://x"),1',
      })
      const all = await store.adminGet(`${root}/export`)
      expect(all.headers["content-type"]).toContain("text/csv")
      expect(all.headers["content-disposition"]).toContain(".csv")
      const lines = all.data.trim().split("\r\n")
      expect(lines).toHaveLength(3)
      expect(lines[0]).toMatch(/^reference,checkout_id,order_number,order_id/)
      expect(lines[1]).toContain(`"'=HYPERLINK(""http://x""),1"`)
      expect(lines[2]).toContain(`${order.id},`)
      expect(lines[2]).toContain(",1399.55,ZAR,3,")
      const some = await store.adminGet(`${root}/export?outcome=placed`)
      expect(some.data.trim().split("\r\n")).toHaveLength(2)
      expect(some.data).toContain(reference)
    })
  })

  it("a checkout's page shows what happened to it, and what comes next", async () => {
    const { reference, order, payment } = await store.buy()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 100.5,
    })
    const { checkout } = (await store.adminGet(path(reference))).data
    expect(checkout.callbacks).toMatchObject([
      { status: "successful", number_of_payments: 3, deliveries: 1 },
    ])
    expect(checkout.refund_requests).toMatchObject([
      { amount: 10050, status: "scheduled", order_id: order.id },
    ])
    const kinds = checkout.timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual([
      ...["created", "callback", "paid", "placed", "refund_asked"],
    ])
    expect(checkout.timeline.at(-1).next_at).toBe(
      checkout.refund_requests[0].send_after
    )
    expect(checkout.attention).toEqual([])
  })

  describe("check now", () => {
    it("places the order of a payment whose callback was lost, and says when the service may be asked again", async () => {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { reference } = await store.beginCheckout()
      await store.sandbox.pay(reference)
      const { status, checkout } = await act(reference, "/check")
      expect(status).toBe(200)
      expect(checkout).toMatchObject({ id: reference, outcome: "placed" })
      const last = await store.adminPost(path(reference, "/check"))
      expect(last.status).toBe(429)
      expect(last.data.retry_after).toBeGreaterThan(0)
      expect(last.headers["retry-after"]).toBe(String(last.data.retry_after))
      expect(Date.parse(last.data.retry_at)).toBeGreaterThan(store.ledger.now())
      expect(store.sandbox.journal.counts["GET /api/checkouts/:id"]).toBe(1)
    })

    it("learns the status of a placed order's refund, and that the service no longer calls it paid, and changes nothing", async () => {
      const { reference, payment } = await store.buy()
      await store.passTime(DAY_MS)
      const asked = { amount: 100.5 }
      await store.adminPost(`/admin/payments/${payment.id}/refund`, asked)
      const [sent] = await store.ledger.listRefundRequests({ reference })
      await store.sandbox.approveRefund(sent!.refund_request_id!)
      expect((await act(reference, "/check")).checkout).toMatchObject({
        outcome: "placed",
        last_checked_at: expect.any(String),
        last_error: null,
        refund_requests: [{ status: "pending" }],
      })
      await store.sandbox.setStatus(reference, "cancelled")
      await store.passTime(MINUTE)
      const { checkout } = await act(reference, "/check")
      expect(checkout).toMatchObject({
        ...{ outcome: "placed", status: "successful" },
        contradiction: "cancelled",
      })
      const said = checkout.timeline.findLast(
        ({ kind }: { kind: string }) => kind === "asked"
      )
      expect(said.text).toContain("It says cancelled now")
      expect(await store.orders()).toHaveLength(1)
    })

    it("offers to place no order for a held one while the service takes it back", async () => {
      const { reference } = await store.buy()
      await store.ledger.updateCheckouts({ id: reference, outcome: "held" })
      const offered = async () => {
        await store.passTime(MINUTE)
        const { actions, attention } = (await act(reference, "/check")).checkout
        return [actions, attention[0].actions].map((list) =>
          list.some(({ name }: { name: string }) => name === "settle")
        )
      }
      expect(await offered()).toEqual([true, true])
      await store.sandbox.setStatus(reference, "cancelled")
      expect(await offered()).toEqual([false, false])
      expect(await act(reference, "/settle")).toMatchObject({
        status: 409,
        message: expect.stringContaining("The service says cancelled now"),
      })
      await store.sandbox.setStatus(reference, "successful")
      expect(await offered()).toEqual([true, true])
    })
  })

  it("refuses what does not apply to a checkout, in words", async () => {
    const { reference } = await store.beginCheckout()
    const refused = async (of: string, action: string) => {
      const { status, message } = await act(of, action)
      expect([action, status]).toEqual([action, 409])
      return message
    }
    expect(await refused(reference, "/settle")).toContain("not known to be")
    expect(await refused(reference, "/refund")).toContain("Nothing was paid")
    await store.ledger.updateCheckouts({ id: reference, checkout_id: null })
    expect(await refused(reference, "/check")).toContain("no id")
    const bought = await store.buy()
    const said = await refused(bought.reference, "/refund")
    expect(said).toContain("order's page")
    const settled = await act(bought.reference, "/settle")
    expect(settled.checkout.order_id).toBe(bought.order.id)
    expect(await store.orders()).toHaveLength(1)
  })

  describe("a held payment", () => {
    it("is placed once it is possible, once when two people press at once, and it is noted by whom", async () => {
      const { reference, repair } = await heldPayment()
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      expect((await act(reference, "/settle")).checkout).toMatchObject({
        outcome: "held",
        held_reason: expect.stringMatching(/now totals R\s1\s832,90/),
      })
      await repair()
      const [one, two] = await Promise.all([
        act(reference, "/settle"),
        act(reference, "/settle"),
      ])
      expect([one.status, two.status]).toEqual([200, 200])
      expect(one.checkout).toMatchObject({ outcome: "placed", attention: [] })
      expect(await store.orders()).toHaveLength(1)
      const attention = await store.adminGet("/admin/instalments/attention")
      expect(attention.data.resolved).toMatchObject([
        {
          key: `held-payment:${reference}`,
          resolution: { action: "settle", resolved_by: expect.any(String) },
        },
      ])
    })

    it("stays held when it is tried by hand, although the store returns unplaced ones, then is returned in full, once however often it is pressed, and is settled no more", async () => {
      const { reference, repair } = await heldPayment()
      store.ledger.options.unplacedPayments = "refund"
      await act(reference, "/settle")
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      const requests = () => store.ledger.listRefundRequests({ reference })
      expect(await requests()).toEqual([])
      const answers = await Promise.all([
        act(reference, "/refund"),
        act(reference, "/refund"),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await requests()).toMatchObject([
        { amount: 139955, reason: "unplaced", status: "scheduled" },
      ])
      const { data } = await store.adminGet(path(reference))
      expect(data.checkout).toMatchObject({
        ...{ outcome: "returned", attention: [] },
      })
      await repair()
      expect((await act(reference, "/settle")).status).toBe(409)
      expect(await store.orders()).toEqual([])
    })

    it("is either placed or returned when both are pressed at once", async () => {
      const { reference, repair } = await heldPayment()
      await repair()
      await Promise.all([act(reference, "/settle"), act(reference, "/refund")])
      const { outcome } = await store.row(reference)
      const orders = await store.orders()
      const requests = await store.ledger.listRefundRequests({ reference })
      expect([outcome, orders.length, requests.length]).toEqual(
        outcome === "placed" ? ["placed", 1, 0] : ["returned", 0, 1]
      )
    })
  })

  it("query.graph reaches checkouts from orders, carts and payments, also several of one order", async () => {
    const { reference, order, cartId, payment } = await store.buy()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, { amount: 1 })
    const checkouts = () => store.db("instalments_checkout")
    const purchase = await checkouts().where({ id: reference }).first()
    const balance = { id: `${reference}-balance`, amount: 12000 }
    const none = { checkout_id: null, cart_id: null }
    await checkouts().insert({ ...purchase, ...balance, ...none })
    const query = store.container.resolve("query")
    const read = async (entity: string, id: string, fields: string[]) =>
      (await query.graph({ entity, fields, filters: { id } })).data[0]
    const several = await read("order", order.id, [
      "id",
      "instalments_checkouts.*",
    ])
    expect(several!.instalments_checkouts).toHaveLength(2)
    expect(several!.instalments_checkouts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: reference, amount: 139955 }),
        expect.objectContaining(balance),
      ])
    )
    expect(
      await read("cart", cartId, ["id", "instalments_checkouts.id"])
    ).toMatchObject({ instalments_checkouts: [{ id: reference }] })
    expect(
      await read("instalments_checkout", reference, ["order.id", "cart.id"])
    ).toMatchObject({ order: { id: order.id }, cart: { id: cartId } })
    expect(
      await read("payment", payment.id, ["instalments_refund_requests.amount"])
    ).toMatchObject({ instalments_refund_requests: [{ amount: 100 }] })
  })
})
