import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const ALREADY_PAID = { eligible: false, reason: "already_paid" }
const ARRIVED = { status: "pending", order_id: null, payment_url: null }

/** What a shopper of a cart with one page is told, and is not charged again. */
withStore((store) => {
  const { choose, chosen, oneMore, complete, credit, transfer, ...actions } =
    cartActions(store)
  const { told, offerOf, payUnsettled, noCallbacks, elsewhere } = actions
  /** What the client says in a browser that began no payment. */
  const look = async (cartId: string) =>
    (await elsewhere()).waitForResult(cartId, { timeoutMs: 0 })
  const isReturned = async (reference: string) =>
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })

  it("a paid cart is offered and charged nothing while its order is being placed, nor when it is an order", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    expect(await offerOf(cartId)).toMatchObject({ eligible: true })
    expect((await told(sessionId)).payment_url).toContain("http")
    await payUnsettled(reference)
    for (const id of [sessionId, cartId]) {
      expect(await told(id)).toEqual(ARRIVED)
    }
    expect(await offerOf(cartId)).toMatchObject({
      ...{ ...ALREADY_PAID, order_id: null },
    })
    const refused = await choose(cartId)
    expect([refused.status, refused.data.code, refused.data.message]).toEqual([
      400,
      "instalments_already_paid",
      "This cart is paid already: the order is being placed. Nothing more has to be paid.",
    ])
    await store.passTime(20_000)
    await store.runJob("reconcile")
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(await offerOf(cartId)).toEqual({
      ...{ ...ALREADY_PAID, order_id: order!.id },
      ...{ currency_code: "zar", amount: 1399.55, terms: [], headline: null },
    })
    expect(await choose(cartId)).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("Order 1 owes nothing") },
    })
    expect(order!.payment_collections).toHaveLength(1)
    expect(store.sandbox.checkouts.size).toBe(1)
  })

  it("a paid cart waits while no workflow has the id that the store's options name, loses no attempt and no money, is sold in no other way, and is placed once there is one", async () => {
    const { options } = store.ledger
    const { reference, cartId } = await store.beginCheckout()
    options.completeCartWorkflow = "complete-cart-elsewhere"
    await store.sandbox.pay(reference)
    await chosen(cartId, TRANSFER)
    expect((await complete(cartId)).data).toMatchObject({
      ...{ type: "cart", cart: { id: cartId } },
      error: { code: "instalments_already_paid" },
    })
    expect(await store.orders()).toEqual([])
    for (let hours = 0; hours < 6; hours++) {
      await store.passTime(60 * MINUTE)
      await store.runJob("reconcile")
    }
    expect(await store.row(reference)).toMatchObject({
      ...{ status: "successful", outcome: "open", settle_attempts: 0 },
    })
    const named = expect.stringContaining("complete-cart-elsewhere")
    const settle = `/admin/instalments/checkouts/${reference}/settle`
    expect(await store.adminPost(settle)).toMatchObject({
      status: 409,
      data: { code: "instalments_no_completion", message: named },
    })
    const { status } = (await store.adminGet("/admin/instalments/status")).data
    expect(status.checks).toContainEqual(
      expect.objectContaining({
        ...{ name: "completion", state: "error", text: named },
      })
    )
    options.completeCartWorkflow = "complete-cart"
    await store.passTime(60 * MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.ledger.listRefundRequests({})).toEqual([])
  })

  it("a cart whose payment is held is paid already, also when a person has marked the money as resolved", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await oneMore(cartId)
    store.ledger.options.unplacedPayments = "hold"
    await store.sandbox.pay(reference)
    store.ledger.options.unplacedPayments = "refund"
    expect(await offerOf(cartId)).toMatchObject({
      ...{ ...ALREADY_PAID, order_id: null },
    })
    await store.adminPost(
      `/admin/instalments/attention/held-payment:${reference}/resolve`,
      { note: "Thandi comes to the shop." }
    )
    expect(await offerOf(cartId)).toMatchObject(ALREADY_PAID)
    expect(await choose(cartId)).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("This cart is paid already") },
    })
  })

  it("a cart whose changed total sent its money back is told so in any browser, and offered instalments again", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await oneMore(cartId)
    await store.sandbox.pay(reference)
    await isReturned(reference)
    const goesBack = { status: "unplaced", refund: { status: "scheduled" } }
    expect(await told(sessionId)).toMatchObject(goesBack)
    expect(await look(cartId)).toMatchObject(goesBack)
    expect(await offerOf(cartId)).toMatchObject({ eligible: true })
  })

  it("a browser that began no payment reads of the paid one of two", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await oneMore(cartId)
    await chosen(cartId)
    await chosen(cartId, TRANSFER)
    await store.sandbox.pay(reference)
    expect(await look(cartId)).toMatchObject({ status: "unplaced" })
  })

  it("a browser that began no payment reads of the order of a payment that came after another way was chosen, and of none where there is none", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await chosen(cartId, TRANSFER)
    await store.sandbox.pay(reference)
    const { order_id } = await store.row(reference)
    expect(order_id).not.toBeNull()
    expect(await look(cartId)).toMatchObject({
      ...{ status: "paid", orderId: order_id },
    })
    const other = await store.fillCart()
    await expect(look(other)).rejects.toMatchObject({ code: "not_found" })
  })

  it("a page that was opened long ago has expired when the service says that it is not paid, not while it cannot be asked", async () => {
    const { sessionId } = await store.beginCheckout()
    noCallbacks()
    await store.passTime(60 * MINUTE)
    store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
    expect(await told(sessionId)).toMatchObject({ status: "pending" })
    store.sandbox.clearFaults()
    await store.passTime(MINUTE)
    for (let other = 0; other < 5; other++) {
      await store.ledger.limits.take("GET /api/checkouts/:id", "shopper")
    }
    expect(await told(sessionId)).toMatchObject({ status: "pending" })
    await store.db("instalments_request_limit").delete()
    await store.passTime(MINUTE)
    expect(await told(sessionId)).toMatchObject({ status: "expired" })
  })

  it("a page on which a shopper may still pay is not called expired", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await store.passTime(19 * MINUTE)
    const again = await chooseInstalments(store.api, store.shop, cartId)
    expect(again.data.reference).toBe(reference)
    await fetch(again.data.payment_url)
    await store.passTime(27 * MINUTE)
    for (let times = 0; times < 2; times++) {
      expect(await told(sessionId)).toMatchObject({ status: "pending" })
      await store.passTime(20_000)
    }
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  describe("a cart that became an order in another way is told as placed", () => {
    it("while its page is open, and its late payment goes back", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      const order_id = await transfer(cartId)
      expect(await offerOf(cartId)).toMatchObject({ ...ALREADY_PAID, order_id })
      const placed = { status: "paid", order_id }
      expect(await told(sessionId)).toMatchObject({
        ...{ ...placed, payment_url: null },
      })
      await store.sandbox.pay(reference)
      await isReturned(reference)
      expect(await told(sessionId)).toMatchObject({
        ...{ ...placed, refund: { status: "scheduled" } },
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(await told(sessionId)).toMatchObject({
        ...{ ...placed, refund: { status: "requested" } },
      })
    })

    it("to who had cancelled instalments before", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await store.sandbox.cancel(reference)
      const order_id = await transfer(cartId)
      const client = await elsewhere()
      await expect(client.start({ id: cartId })).rejects.toMatchObject({
        ...{ code: "already_paid", orderId: order_id },
      })
      // Where `returnUrl` leads then: not "nothing was charged".
      expect(await told(sessionId)).toMatchObject({ status: "paid", order_id })
    })

    const byCredit = async (cartId: string) => {
      await credit(cartId)
      return String((await complete(cartId)).data.order.id)
    }
    it.each([
      ["by bank transfer", transfer],
      ["by a credit that has paid all of it", byCredit],
    ])("where no instalments were ever begun, %s", async (_, pay) => {
      const cartId = await store.fillCart()
      const orderId = await pay(cartId)
      expect(await offerOf(cartId)).toMatchObject(ALREADY_PAID)
      expect(await look(cartId)).toMatchObject({ status: "paid", orderId })
    })

    it("but not by an order that a killed completion left without its payment, unless that is under way", async () => {
      const { cartId, sessionId } = await store.beginCheckout()
      const order_id = await transfer(cartId)
      await store.db("payment").delete()
      await store.passTime(60 * MINUTE)
      expect(await told(sessionId)).toMatchObject({ order_id: null })
      const deferred = { status: "pending_authorization" }
      await store.db("payment_session").update(deferred)
      expect(await told(sessionId)).toMatchObject({ status: "paid", order_id })
    })
  })
})
