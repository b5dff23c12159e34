import { withStore } from "../harness/with-store"

const DAY_MS = 86_400_000
const root = "/admin/instalments/checkouts"

withStore((store) => {
  const path = (id: string, action = "") => `${root}/${id}${action}`

  /** A payment whose cart changed after it was paid: no order can be placed. */
  async function heldPayment() {
    store.ledger.options.unplacedPayments = "hold"
    store.sandbox.set({ callbacks: { mode: "never" } })
    const checkout = await store.beginCheckout()
    await store.sandbox.pay(checkout.reference)
    const added = await store.post(
      `/store/carts/${checkout.cartId}/line-items`,
      {
        variant_id: store.shop.variantId,
        quantity: 1,
      }
    )
    await store.deliver({
      client_reference_id: checkout.reference,
      status: "successful",
      number_of_payments: 3,
    })
    const line: { id: string } = added.data.cart.items[0]
    const repair = () =>
      store.post(`/store/carts/${checkout.cartId}/line-items/${line.id}`, {
        quantity: 3,
      })
    return { ...checkout, repair }
  }

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  it("requires a session", async () => {
    for (const url of [root, path("x"), `${root}/export`]) {
      expect((await store.get(url)).status).toBe(401)
    }
    for (const action of ["/check", "/settle", "/refund"]) {
      expect((await store.post(path("x", action))).status).toBe(401)
    }
  })

  it("answers 404 for an unknown checkout", async () => {
    expect((await store.adminGet(path("inst_none"))).status).toBe(404)
    for (const action of ["/check", "/settle", "/refund"]) {
      const { status } = await store.adminPost(path("inst_none", action))
      expect(status).toBe(404)
    }
  })

  describe("the list", () => {
    it("shows the row of a placed order in cents", async () => {
      const { reference, order, cartId, sessionId } = await store.buy()
      const { status, data } = await store.adminGet(root)
      expect(status).toBe(200)
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
    })

    it("finds a checkout by any of its references, and by the order's number", async () => {
      const { reference, order, cartId, sessionId } = await store.buy()
      await store.beginCheckout()
      const { checkout_id } = await store.row(reference)
      const texts = [
        ...[reference, checkout_id!, cartId, order.id, sessionId],
        ...[reference.slice(5, 15), "#1"],
      ]
      for (const text of texts) {
        const { data } = await store.adminGet(
          `${root}?q=${encodeURIComponent(text)}`
        )
        expect(data.checkouts.map(({ id }: { id: string }) => id)).toEqual([
          reference,
        ])
      }
      const { data } = await store.adminGet(`${root}?q=100%25`)
      expect(data.count).toBe(0)
    })

    it("filters by outcome, status and order, and by when it was created", async () => {
      const bought = await store.buy()
      const left = await store.beginCheckout()
      const ids = async (query: string) => {
        const { data } = await store.adminGet(`${root}?${query}`)
        return data.checkouts.map(({ id }: { id: string }) => id)
      }
      expect(await ids("outcome=placed")).toEqual([bought.reference])
      expect(await ids("status[]=received&status[]=odd")).toEqual([
        left.reference,
      ])
      expect(await ids(`order_id=${bought.order.id}`)).toEqual([
        bought.reference,
      ])
      const { opened_at } = await store.row(left.reference)
      const at = opened_at.toISOString()
      expect(await ids(`created_at[$gte]=${at}`)).toEqual([left.reference])
      expect(await ids(`created_at[$lt]=${at}`)).toEqual([bought.reference])
    })

    it("pages and sorts on the server, and gives only the fields asked for", async () => {
      const ids: string[] = []
      for (let i = 0; i < 3; i++) {
        ids.push((await store.beginCheckout()).reference)
      }
      const first = await store.adminGet(`${root}?limit=2&fields=id,amount`)
      expect(first.data).toEqual({
        count: 3,
        count_is_at_least: false,
        older_unsearched: false,
        offset: 0,
        limit: 2,
        checkouts: [
          { id: ids[2], amount: 139955 },
          { id: ids[1], amount: 139955 },
        ],
      })
      const rest = await store.adminGet(`${root}?limit=2&offset=2`)
      expect(rest.data.checkouts[0].id).toBe(ids[0])
      const oldest = await store.adminGet(`${root}?order=created_at&limit=1`)
      expect(oldest.data.checkouts[0].id).toBe(ids[0])
    })

    it("refuses bad input with 400 in words", async () => {
      await store.beginCheckout()
      const bad = {
        "limit=0": "limit has to be from 1 to 1000",
        "limit=ten": "limit has to be a whole number",
        "offset=-1": "offset has to be a whole number",
        "offset=10001": "what is further back is found by a filter",
        "outcome=lost": "expected one of open, placed",
        "order=price": "expected one of created_at",
        "created_at[$gte]=soon": "created_at[$gte] has to be a date",
        "fields=secret": "fields: unknown secret",
        "colour=red": "colour",
      }
      for (const [query, words] of Object.entries(bad)) {
        const { status, data } = await store.adminGet(`${root}?${query}`)
        expect([query, status]).toEqual([query, 400])
        expect(data.message).toContain(words)
      }
    })
  })

  it("exports what is filtered, with amounts in major units and no formulas", async () => {
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
    expect(lines[0]).toMatch(/^reference,checkout_id,order_id/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x""),1"`)
    expect(lines[2]).toContain(`${order.id},`)
    expect(lines[2]).toContain(",1399.55,ZAR,3,")
    const some = await store.adminGet(`${root}/export?outcome=placed`)
    expect(some.data.trim().split("\r\n")).toHaveLength(2)
    expect(some.data).toContain(reference)
  })

  it("shows what happened to a checkout, and what comes next", async () => {
    const { reference, order, payment } = await store.buy()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 100.5,
    })
    const { data } = await store.adminGet(path(reference))
    const { checkout } = data
    expect(checkout.callbacks).toMatchObject([
      { status: "successful", number_of_payments: 3, deliveries: 1 },
    ])
    expect(checkout.refund_requests).toMatchObject([
      { amount: 10050, status: "scheduled", order_id: order.id },
    ])
    const kinds = checkout.timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual([
      "created",
      ...["callback", "paid"],
      ...["placed", "refund_asked"],
    ])
    expect(checkout.timeline.at(-1).next_at).toBe(
      checkout.refund_requests[0].send_after
    )
    expect(checkout.attention).toEqual([])
  })

  describe("check now", () => {
    it("learns of a payment whose callback was lost, and places the order", async () => {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { reference } = await store.beginCheckout()
      await store.sandbox.pay(reference)
      const { status, data } = await store.adminPost(path(reference, "/check"))
      expect(status).toBe(200)
      expect(data.checkout).toMatchObject({ id: reference, outcome: "placed" })
    })

    it("says when the service may be asked again", async () => {
      const { reference } = await store.beginCheckout()
      expect((await store.adminPost(path(reference, "/check"))).status).toBe(
        200
      )
      const last = await store.adminPost(path(reference, "/check"))
      expect(last.status).toBe(429)
      expect(last.data.retry_after).toBeGreaterThan(0)
      expect(last.headers["retry-after"]).toBe(String(last.data.retry_after))
      expect(Date.parse(last.data.retry_at)).toBeGreaterThan(store.ledger.now())
      expect(store.sandbox.journal.counts["GET /api/checkouts/:id"]).toBe(1)
    })

    it("learns the status of a placed order's refund, and places nothing again", async () => {
      const { reference, payment } = await store.buy()
      await store.passTime(DAY_MS)
      const asked = { amount: 100.5 }
      await store.adminPost(`/admin/payments/${payment.id}/refund`, asked)
      const [sent] = await store.ledger.listRefundRequests({ reference })
      await store.sandbox.approveRefund(sent!.refund_request_id!)
      const { status, data } = await store.adminPost(path(reference, "/check"))
      expect(status).toBe(200)
      expect(data.checkout).toMatchObject({
        outcome: "placed",
        asked_at: expect.any(String),
        last_error: null,
        refund_requests: [{ status: "pending" }],
      })
      expect(await store.orders()).toHaveLength(1)
    })

    it("reports that the service no longer calls a placed order paid, and changes nothing", async () => {
      const { reference } = await store.buy()
      await store.sandbox.setStatus(reference, "cancelled")
      const doubted = await store.adminPost(path(reference, "/check"))
      expect(doubted.data.checkout).toMatchObject({
        outcome: "placed",
        status: "successful",
        contradiction: "cancelled",
      })
      const said = doubted.data.checkout.timeline.find(
        ({ kind }: { kind: string }) => kind === "asked"
      )
      expect(said.text).toContain("It says cancelled now")
      await store.sandbox.setStatus(reference, "successful")
      await store.passTime(15_000)
      const sure = await store.adminPost(path(reference, "/check"))
      expect(sure.data.checkout.contradiction).toBeNull()
    })

    it("offers to place no order for a held one while the service takes it back", async () => {
      const { reference } = await store.buy()
      await store.ledger.updateCheckouts({ id: reference, outcome: "held" })
      const settle = expect.objectContaining({ name: "settle" })
      const offered = async () => {
        await store.passTime(60_000)
        const { data } = await store.adminPost(path(reference, "/check"))
        const { actions, attention } = data.checkout
        return [actions, attention[0].actions]
      }
      expect(await offered()).toEqual(
        Array(2).fill(expect.arrayContaining([settle]))
      )
      await store.sandbox.setStatus(reference, "cancelled")
      expect(await offered()).toEqual(
        Array(2).fill(expect.not.arrayContaining([settle]))
      )
      const { status, data } = await store.adminPost(path(reference, "/settle"))
      expect(status).toBe(409)
      expect(data.message).toContain("The service says cancelled now")
      await store.sandbox.setStatus(reference, "successful")
      expect(await offered()).toEqual(
        Array(2).fill(expect.arrayContaining([settle]))
      )
    })

    it("does not apply to a checkout that the service never answered", async () => {
      const { reference } = await store.beginCheckout()
      await store.ledger.updateCheckouts({ id: reference, checkout_id: null })
      const { status, data } = await store.adminPost(path(reference, "/check"))
      expect(status).toBe(409)
      expect(data.message).toContain("no id")
    })
  })

  describe("settle", () => {
    it("does not apply to what is not paid", async () => {
      const { reference } = await store.beginCheckout()
      const { status, data } = await store.adminPost(path(reference, "/settle"))
      expect(status).toBe(409)
      expect(data.message).toContain("not known to be paid")
    })

    it("does not change a placed order", async () => {
      const { reference, order } = await store.buy()
      const { status, data } = await store.adminPost(path(reference, "/settle"))
      expect(status).toBe(200)
      expect(data.checkout.order_id).toBe(order.id)
      expect(await store.orders()).toHaveLength(1)
    })

    it("places the order of a held payment once it is possible, and notes by whom", async () => {
      const { reference, repair } = await heldPayment()
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      const early = await store.adminPost(path(reference, "/settle"))
      expect(early.status).toBe(200)
      expect(early.data.checkout).toMatchObject({
        outcome: "held",
        held_reason: expect.stringMatching(/now totals R\s1\s832,90/),
      })
      await repair()
      const { data } = await store.adminPost(path(reference, "/settle"))
      expect(data.checkout).toMatchObject({ outcome: "placed", attention: [] })
      expect(await store.orders()).toHaveLength(1)
      const attention = await store.adminGet("/admin/instalments/attention")
      expect(attention.data.resolved).toMatchObject([
        {
          key: `held-payment:${reference}`,
          resolution: { action: "settle", resolved_by: expect.any(String) },
        },
      ])
    })

    it("holds the payment again, and never returns it, although the store returns unplaced ones", async () => {
      const { reference } = await heldPayment()
      store.ledger.options.unplacedPayments = "refund"
      await store.adminPost(path(reference, "/settle"))
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      expect(await store.ledger.listRefundRequests({ reference })).toEqual([])
    })

    it("places one order when two people press at once", async () => {
      const { reference, repair } = await heldPayment()
      await repair()
      const answers = await Promise.all([
        store.adminPost(path(reference, "/settle")),
        store.adminPost(path(reference, "/settle")),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await store.orders()).toHaveLength(1)
    })
  })

  describe("return", () => {
    it("returns a held payment in full, and only once when it is pressed often", async () => {
      const { reference } = await heldPayment()
      const answers = await Promise.all([
        store.adminPost(path(reference, "/refund")),
        store.adminPost(path(reference, "/refund")),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const requests = await store.ledger.listRefundRequests({ reference })
      expect(requests).toMatchObject([
        { amount: 139955, reason: "unplaced", status: "scheduled" },
      ])
      const { data } = await store.adminGet(path(reference))
      expect(data.checkout).toMatchObject({
        outcome: "returned",
        attention: [],
      })
    })

    it("either places or returns when both are pressed at once", async () => {
      const { reference, repair } = await heldPayment()
      await repair()
      await Promise.all([
        store.adminPost(path(reference, "/settle")),
        store.adminPost(path(reference, "/refund")),
      ])
      const { outcome } = await store.row(reference)
      const orders = await store.orders()
      const requests = await store.ledger.listRefundRequests({ reference })
      expect([outcome, orders.length, requests.length]).toEqual(
        outcome === "placed" ? ["placed", 1, 0] : ["returned", 0, 1]
      )
    })

    it("does not apply to a payment with an order, nor to an unpaid one", async () => {
      const { reference } = await store.buy()
      const placed = await store.adminPost(path(reference, "/refund"))
      expect(placed.status).toBe(409)
      expect(placed.data.message).toContain("order's page")
      const open = await store.beginCheckout()
      const unpaid = await store.adminPost(path(open.reference, "/refund"))
      expect(unpaid.status).toBe(409)
      expect(unpaid.data.message).toContain("Nothing was paid")
    })

    it("cannot be settled any more", async () => {
      const { reference, repair } = await heldPayment()
      await store.adminPost(path(reference, "/refund"))
      await repair()
      const { status } = await store.adminPost(path(reference, "/settle"))
      expect(status).toBe(409)
      expect(await store.orders()).toEqual([])
    })
  })

  it("is reached from orders and carts by query.graph", async () => {
    const { reference, order, cartId, payment } = await store.buy()
    const query = store.container.resolve("query")
    const read = async (entity: string, id: string, fields: string[]) =>
      (await query.graph({ entity, fields, filters: { id } })).data[0]
    expect(
      await read("order", order.id, ["id", "instalments_checkouts.*"])
    ).toMatchObject({
      instalments_checkouts: [{ id: reference, amount: 139955 }],
    })
    expect(
      await read("cart", cartId, ["id", "instalments_checkouts.id"])
    ).toMatchObject({ instalments_checkouts: [{ id: reference }] })
    expect(
      await read("instalments_checkout", reference, ["order.id", "cart.id"])
    ).toMatchObject({ order: { id: order.id }, cart: { id: cartId } })
    await store.adminPost(`/admin/payments/${payment.id}/refund`, { amount: 1 })
    expect(
      await read("payment", payment.id, [
        "instalments_refund_requests.amount",
        "payment_collection.instalments_checkouts.id",
      ])
    ).toMatchObject({
      instalments_refund_requests: [{ amount: 100 }],
      payment_collection: { instalments_checkouts: [{ id: reference }] },
    })
  })

  it("is one of several of its order, which query.graph lists", async () => {
    const { reference, order } = await store.buy()
    const checkouts = () => store.db("instalments_checkout")
    const purchase = await checkouts().where({ id: reference }).first()
    const balance = { id: `${reference}-balance`, amount: 12000 }
    await checkouts().insert({ ...purchase, ...balance, checkout_id: null })
    const { data } = await store.container.resolve("query").graph({
      entity: "order",
      fields: ["id", "instalments_checkouts.id"],
      filters: { id: order.id },
    })
    const [read] = data as unknown as {
      instalments_checkouts: { id: string }[]
    }[]
    expect(read?.instalments_checkouts.map(({ id }) => id).sort()).toEqual([
      reference,
      balance.id,
    ])
  })
})
