import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning } from "../harness/calendar"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** What a shopper is told who has, or somebody who uses the shop has, more ways open. */
withStore((store) => {
  const { linkOfOwing, open, press, opened } = linkActions(store)
  const { authorise, collection, begin, ...actions } = balanceActions(store)
  const callbacks = (mode: "normal" | "never") =>
    store.sandbox.set({ callbacks: { mode } })
  const paymentOf = async (id: string) => {
    const path = `/store/instalments/payment-sessions/${id}`
    return (await store.get(path)).data.payment
  }
  /** A client as in a browser that remembers nothing. */
  async function elsewhere() {
    const { createInstalments } = await import("../../src/storefront/index.js")
    return createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
  }
  /** The cart becomes an order by bank transfer, as in another tab. */
  async function transfer(cart_id: string): Promise<string> {
    const { data } = await store.post("/store/payment-collections", { cart_id })
    const { id } = data.payment_collection
    await store.post(`/store/payment-collections/${id}/payment-sessions`, {
      provider_id: "pp_system_default",
    })
    const answer = await store.post(`/store/carts/${cart_id}/complete`)
    expect(answer.data.type).toBe("order")
    return answer.data.order.id
  }

  describe("a cart that became an order in another way", () => {
    it("is told as placed to who had cancelled instalments before", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await store.sandbox.cancel(reference)
      const order_id = await transfer(cartId)
      const client = await elsewhere()
      await expect(client.start({ id: cartId })).rejects.toMatchObject({
        ...{ code: "already_paid", orderId: order_id },
      })
      // Where `returnUrl` leads then: not "nothing was charged".
      expect(await paymentOf(sessionId)).toMatchObject({
        ...{ status: "paid", order_id, payment_url: null },
      })
    })

    it("is told as placed while the instalments' page is still open", async () => {
      const { cartId, sessionId } = await store.beginCheckout()
      const order_id = await transfer(cartId)
      expect(await paymentOf(sessionId)).toMatchObject({
        ...{ status: "paid", order_id, payment_url: null },
      })
    })

    it("is not told as paid by an order that a killed completion left without its payment", async () => {
      const { cartId, sessionId } = await store.beginCheckout()
      const order_id = await transfer(cartId)
      await store.db("payment").delete()
      await store.passTime(60 * 60_000)
      expect(await paymentOf(sessionId)).toMatchObject({ order_id: null })
      const deferred = { status: "pending_authorization" }
      await store.db("payment_session").update(deferred)
      expect(await paymentOf(sessionId)).toMatchObject({
        ...{ status: "paid", order_id },
      })
    })

    it("is told as placed where no instalments were ever begun", async () => {
      const cartId = await store.fillCart()
      const order_id = await transfer(cartId)
      const client = await elsewhere()
      const offer = await client.offer({ cartId })
      expect(offer).toMatchObject({ reason: "already_paid" })
      expect(
        await client.waitForResult(cartId, { timeoutMs: 0 })
      ).toMatchObject({ status: "paid", orderId: order_id })
    })

    it("is told as placed when a credit has paid all of it", async () => {
      const cart_id = await store.fillCart()
      const credit = { amount: 1399.55, reference: "gift", reference_id: "1" }
      await createCartCreditLinesWorkflow(store.container).run({
        input: [{ cart_id, metadata: null, ...credit }],
      })
      const { data } = await store.post(`/store/carts/${cart_id}/complete`)
      expect(data.order).toMatchObject({ total: 0 })
      expect(await paymentOf(cart_id)).toMatchObject({
        ...{ status: "paid", order_id: data.order.id },
      })
    })

    it("is no payment without an order: the second payment goes back", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      const order_id = await transfer(cartId)
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await paymentOf(sessionId)).toMatchObject({
        ...{ status: "paid", order_id, refund: { status: "scheduled" } },
      })
    })
  })

  describe("a cart that was changed while its page was open, and whose old page was paid", () => {
    /** Two tabs: the browser remembers the second page, and pays the first one. */
    async function paidOldPage() {
      const first = await store.beginCheckout()
      await store.post(`/store/carts/${first.cartId}/line-items`, {
        ...{ variant_id: store.shop.variantId, quantity: 1 },
      })
      const { api, shop } = store
      const second = await chooseInstalments(api, shop, first.cartId)
      expect(second.data.reference).not.toBe(first.reference)
      await store.passTime(60_000)
      await store.sandbox.pay(first.reference)
      expect(await store.row(first.reference)).toMatchObject({
        outcome: "returned",
      })
      return { first, second }
    }
    const goesBack = { status: "unplaced", refund: { status: "scheduled" } }

    it("is told of it beside the new page, which can be paid", async () => {
      const { second } = await paidOldPage()
      expect(await paymentOf(second.id)).toMatchObject({
        ...{ ...goesBack, status: "pending" },
        payment_url: second.data.payment_url,
      })
    })

    it("is not told of it in place of the new page that may be paid, while the service cannot be asked", async () => {
      const { second } = await paidOldPage()
      expect(await paymentOf(second.id)).toMatchObject({ status: "pending" })
      callbacks("never")
      await store.passTime(60_000)
      await store.sandbox.pay(String(second.data.reference))
      await store.passTime(60_000)
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      expect(await paymentOf(second.id)).toMatchObject({
        ...{ ...goesBack, status: "pending" },
      })
    })

    it("is not told that nothing was charged, after the new page was cancelled", async () => {
      const { second } = await paidOldPage()
      await store.sandbox.cancel(String(second.data.reference))
      expect(await paymentOf(second.id)).toMatchObject(goesBack)
    })
  })

  it("tells who asks by the cart of the page that was opened after the money of an older one went back", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    await store.passTime(60_000)
    const { data } = await chooseInstalments(store.api, store.shop, cartId)
    expect(await paymentOf(cartId)).toMatchObject({
      ...{ status: "pending", payment_url: data.payment_url },
    })
    await store.sandbox.cancel(String(data.reference))
    expect(await paymentOf(cartId)).toMatchObject({ status: "cancelled" })
  })

  it("promises no day that is over by which money is back", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await store.sandbox.pay(reference)
    store.sandbox.set({ refunds: { approveAfterMs: 60 * DAY_MS } })
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(await paymentOf(sessionId)).toMatchObject({
      refund: { status: "requested" },
    })
    await store.passTime(10 * DAY_MS)
    await store.runJob("refunds")
    const { refund } = await paymentOf(sessionId)
    const today = new Date(store.ledger.now()).toISOString().slice(0, 10)
    expect(refund.status).toBe("requested")
    expect(refund.expected_on >= today).toBe(true)
  })

  describe("two pages for what an order owes, the first one paid and its callback lost", () => {
    async function paidAndCancelled() {
      const { id, url } = await linkOfOwing()
      await press(url)
      await store.passTime(25 * 60_000)
      await press(url)
      const [first, second, ...more] = await opened(id)
      expect(more).toEqual([])
      callbacks("never")
      await store.sandbox.pay(first!.id)
      callbacks("normal")
      await store.sandbox.cancel(second!.id)
      await store.passTime(5 * 60_000)
      return { id, url, second: second! }
    }

    it("are asked about before the link's page says that nothing was completed", async () => {
      const { url } = await paidAndCancelled()
      const { words } = await open(`${url}?back=1`)
      expect(words).not.toContain("was not completed")
      expect(words).toContain("Your payment has arrived")
    })

    it("are asked about before a third one is opened", async () => {
      const { id, url } = await paidAndCancelled()
      const { status } = await press(url)
      expect(status).toBe(200)
      expect(await opened(id)).toHaveLength(2)
    })

    it("are asked about before a storefront says that nothing was charged", async () => {
      const { id, second } = await paidAndCancelled()
      await paymentOf(second.payment_session_id!)
      const { amount } = await (await elsewhere()).balance(id)
      expect(amount).toBe(0)
    })
  })

  it("sends nobody to pay in another way what another provider holds already", async () => {
    const { id, url } = await linkOfOwing()
    await authorise(await collection(id), "pp_other_other")
    const { words } = await open(url)
    expect(words).not.toMatch(/another way to pay/)
    expect(words).toMatch(/another way already/)
  })

  it("does not go to a page of another amount than the link's page has just shown", async () => {
    const { id, url } = await linkOfOwing()
    const shown = await open(url)
    expect(shown.words).toContain("R 433,35")
    await actions.addArticle(id)
    // As the browser sends the form that it has.
    const [, action = ""] = /<form[^>]*action="([^"]*)"/.exec(shown.html) ?? []
    const { status, words } = await press(
      new URL(action.replaceAll("&amp;", "&"), url).href
    )
    expect(status).toBe(200)
    expect(words).toContain("R 866,70")
    expect(await opened(id)).toEqual([])
    expect(2 * MUG).toBe(86_670)
  })

  it("takes the purchase for no balance's payment in a browser that remembers nothing", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference, collectionId } = await begin(order.id)
    // Another way to pay is looked at in another tab: Medusa deletes the session.
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    await store.post(path, { provider_id: "pp_system_default" })
    await store.passTime(60_000)
    callbacks("never")
    await store.sandbox.pay(reference)
    const client = await elsewhere()
    const { status } = await client.waitForResult(order.id, { timeoutMs: 0 })
    const { amount } = await client.balance(order.id)
    // It is asked about, and booked; else "paid" beside the whole amount is false.
    expect([status, amount]).not.toEqual(["paid", MUG / 100])
  })

  it("shows no stranger's phone and names to who types an e-mail that has an account", async () => {
    const login = { email: "lerato@example.com", password: "secret-word-1" }
    const { data } = await store.post(
      "/auth/customer/emailpass/register",
      login
    )
    await store.post(
      "/store/customers",
      {
        ...{ email: login.email, first_name: "Lerato", last_name: "Mokoena" },
        phone: "+27835550123",
      },
      { authorization: `Bearer ${data.token}` }
    )
    const address = {
      ...{ first_name: "Thandi", address_1: "1 Long Street" },
      ...{ city: "Cape Town", postal_code: "8001", country_code: "za" },
    }
    // A guest, who is not logged in: core finds the account by the e-mail alone.
    const { regionId, variantId, shippingOptionId } = store.shop
    const made = await store.post("/store/carts", {
      ...{ region_id: regionId, email: login.email },
      ...{ billing_address: address, shipping_address: address },
      items: [{ variant_id: variantId, quantity: 3 }],
    })
    expect(made.status).toBe(200)
    const cartId = String(made.data.cart.id)
    await store.post(`/store/carts/${cartId}/shipping-methods`, {
      option_id: shippingOptionId,
    })
    const session = await chooseInstalments(store.api, store.shop, cartId)
    const { checkout_id } = await store.row(String(session.data.reference))
    const { request } = store.sandbox.checkouts.get(checkout_id!)!
    expect(request.customer).toEqual({
      email: login.email,
      first_name: "Thandi",
      billing_address: "1 Long Street, Cape Town, 8001, ZA",
    })
  })
})
