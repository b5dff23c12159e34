import { withStore } from "../harness/with-store"

withStore((store) => {
  it("shows the browser only the public keys of a checkout", async () => {
    const { cartId } = await store.beginCheckout()
    const { data } = await store.get(
      `/store/carts/${cartId}?fields=*payment_collection.payment_sessions`
    )
    const [session] = data.cart.payment_collection.payment_sessions
    expect(Object.keys(session.data).sort()).toEqual([
      "amount",
      "currency",
      "payment_url",
      "presentation",
      "reference",
      "status",
    ])
    expect(session.data.amount).toBe(139955)
  })

  it("places one paid order and sends the shopper to its page", async () => {
    const { reference, cartId, sessionId } = await store.beginCheckout()
    const { redirect_url } = await store.sandbox.pay(reference, {
      numberOfPayments: 6,
    })
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(redirect_url).toContain(order!.id)
    expect(order).toMatchObject({
      total: 1399.55,
      cart: { id: cartId },
      payment_collections: [
        {
          status: "completed",
          payments: [{ captures: [{ amount: 1399.55 }] }],
        },
      ],
    })
    expect(await store.row(reference)).toMatchObject({
      status: "successful",
      outcome: "placed",
      order_id: order!.id,
      number_of_payments: 6,
    })
    const { data } = await store.get(
      `/store/instalments/payment-sessions/${sessionId}`
    )
    expect(data).toEqual({
      payment: { status: "paid", order_id: order!.id, payment_url: null },
    })
  })

  it("shows the service lines that add up to the amount", async () => {
    const { reference } = await store.beginCheckout()
    const { checkout_id } = await store.row(reference)
    const { request } = store.sandbox.checkouts.get(checkout_id!)!
    expect(request).toMatchObject({
      amount: 139955,
      currency: "ZAR",
      client_reference_id: reference,
      customer: {
        email: "thandi@example.com",
        first_name: "Thandi",
        billing_address: "1 Long Street, Cape Town, 8001, ZA",
      },
      line_items: [
        { name: "3 × Mug", amount: 130005, quantity: 1 },
        { name: "Shipping", amount: 9950, quantity: 1 },
      ],
    })
  })

  it("gives the same payable state the same checkout, also to two tabs at once", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const { data: found } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const again = () =>
      store.post(
        `/store/payment-collections/${found.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_instalments_instalments" }
      )
    await Promise.all([again(), again()])
    expect(store.sandbox.checkouts.size).toBe(1)
    expect(await store.row(reference)).toMatchObject({ status: "received" })
  })

  it("gives a changed cart a new checkout and keeps checking the old one", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
    const { data: found } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const { data } = await store.post(
      `/store/payment-collections/${found.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_instalments_instalments" }
    )
    const [session] = data.payment_collection.payment_sessions
    expect(session.data.reference).not.toBe(reference)
    expect(session.data.amount).toBe(183290)
    expect(await store.row(reference)).toMatchObject({ outcome: "open" })
  })

  it("keeps a cart that is not paid yet, in words for the shopper", async () => {
    const { cartId } = await store.beginCheckout()
    const { status, data } = await store.post(`/store/carts/${cartId}/complete`)
    expect(status).toBe(200)
    expect(data.type).toBe("cart")
    expect(data.error.message).toContain("not complete yet")
  })

  it("serves a customer who is logged in as it serves a guest", async () => {
    const login = { email: "lerato@example.com", password: "secret-word-1" }
    const token = async (path: string) =>
      String((await store.post(path, login)).data.token)
    const as = (bearer: string) => ({ authorization: `Bearer ${bearer}` })
    const first = await token("/auth/customer/emailpass/register")
    await store.post(
      "/store/customers",
      { email: login.email, first_name: "Lerato" },
      as(first)
    )
    const bearer = as(await token("/auth/customer/emailpass"))
    const { cartId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/customer`, {}, bearer)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    const { data } = await store.get("/store/orders", bearer)
    expect(data.orders).toHaveLength(1)
  })

  it("places the order of a shopper whose callback never comes and who completes the cart", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const { data } = await store.post(`/store/carts/${cartId}/complete`)
    expect(data.type).toBe("order")
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: data.order.id,
    })
  })

  it("keeps the cart for another try after a cancellation", async () => {
    const { cartId, reference, sessionId } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    const status = await store.get(
      `/store/instalments/payment-sessions/${sessionId}`
    )
    expect(status.data.payment.status).toBe("cancelled")
    const { data } = await store.post(`/store/carts/${cartId}/complete`)
    expect(data.error.message).toContain("cancelled")
    const { data: found } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const again = await store.post(
      `/store/payment-collections/${found.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_instalments_instalments" }
    )
    const [session] = again.data.payment_collection.payment_sessions
    expect(session.data.reference).not.toBe(reference)
    await store.sandbox.pay(session.data.reference)
    expect(await store.orders()).toHaveLength(1)
  })

  it("knows no payment session of another kind", async () => {
    const answer = await store.get(
      "/store/instalments/payment-sessions/payses_unknown"
    )
    expect(answer.status).toBe(404)
  })

  describe("refuses, in words for the shopper and before any call,", () => {
    const asked = () =>
      store.sandbox.journal.requests.filter(({ method }) => method === "POST")

    it("an amount outside the bands of the config", async () => {
      store.sandbox.set({
        rules: [{ from_amount: 200_000, to_amount: 300_000, terms: [3] }],
      })
      await store.ledger.config.refresh()
      await expect(store.beginCheckout()).rejects.toMatchObject({
        response: {
          status: 400,
          data: { message: expect.stringContaining("Choose another way") },
        },
      })
      expect(asked()).toEqual([])
    })

    const pay = async (cartId: string) => {
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      return store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_instalments_instalments" }
      )
    }
    const items = () => [{ variant_id: store.shop.variantId, quantity: 3 }]

    it("a cart without an e-mail address", async () => {
      const { data } = await store.post("/store/carts", {
        region_id: store.shop.regionId,
        items: items(),
      })
      const answer = await pay(data.cart.id)
      expect(answer.status).toBe(400)
      expect(answer.data.message).toContain("need your e-mail address")
      expect(asked()).toEqual([])
    })

    it("another currency", async () => {
      const { data: region } = await store.adminPost("/admin/regions", {
        name: "Germany",
        currency_code: "eur",
        countries: ["de"],
        payment_providers: ["pp_instalments_instalments"],
      })
      const { data: found } = await store.adminGet("/admin/products")
      const [product] = found.products
      await store.adminPost(
        `/admin/products/${product.id}/variants/${store.shop.variantId}`,
        { prices: [{ currency_code: "eur", amount: 433.35 }] }
      )
      const { data } = await store.post("/store/carts", {
        region_id: region.region.id,
        email: "heidi@example.com",
        items: items(),
      })
      const answer = await pay(data.cart.id)
      expect(answer.status).toBe(400)
      expect(answer.data.message).toContain("only available in ZAR")
      expect(asked()).toEqual([])
    })

    it("a return address on a foreign origin", async () => {
      const success_url = "https://evil.example/return"
      await expect(store.beginCheckout({ success_url })).rejects.toMatchObject({
        response: {
          status: 400,
          data: { message: expect.stringContaining("not on an origin") },
        },
      })
      expect(asked()).toEqual([])
    })
  })

  it("ignores what the browser puts into session data", async () => {
    const paid = await store.beginCheckout()
    const hostile = await store.beginCheckout({
      session_id: paid.sessionId,
      reference: paid.reference,
      checkout_id: "another",
      status: "successful",
      amount: 1,
    })
    expect(hostile.reference).not.toBe(paid.reference)
    expect(hostile.amount).toBe(139955)
    await store.sandbox.pay(paid.reference)
    const { data } = await store.post(`/store/carts/${hostile.cartId}/complete`)
    expect(data.type).toBe("cart")
    expect(await store.orders()).toHaveLength(1)
  })
})
