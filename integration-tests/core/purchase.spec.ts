import { cartActions } from "../harness/cart-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const { choose, chosen, oneMore, complete, told } = cartActions(store)
  const requestOf = async (reference: string) => {
    const { checkout_id } = await store.row(reference)
    return store.sandbox.checkouts.get(checkout_id!)!.request
  }

  it("shows the browser the public keys of a checkout, and the service lines that add up to the amount", async () => {
    const { cartId, reference } = await store.beginCheckout()
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
    expect(session.data.amount).toBe(139_955)
    expect(await requestOf(reference)).toMatchObject({
      amount: 139_955,
      currency: "ZAR",
      client_reference_id: reference,
      customer: {
        email: "thandi@example.com",
        first_name: "Thandi",
        billing_address: "1 Long Street, Cape Town, 8001, ZA",
      },
      line_items: [
        { name: "3 × Mug", amount: 130_005, quantity: 1 },
        { name: "Shipping", amount: 9_950, quantity: 1 },
      ],
    })
  })

  it("is opened without what is optional where the service refuses that (422), under the same reference and with no further look at the config", async () => {
    const { counts } = store.sandbox.journal
    const looks = counts["GET /api/config"]
    store.sandbox.fault({
      ...{ method: "POST", path: "/api/checkouts", times: 1 },
      ...{ kind: "error", status: 422 },
    })
    const { reference, payment_url } = await store.beginCheckout()
    expect(payment_url).toMatch(/^http/)
    const { customer, client_reference_id, line_items } =
      await requestOf(reference)
    expect(customer).toEqual({ email: "thandi@example.com" })
    expect(client_reference_id).toBe(reference)
    expect(line_items).toHaveLength(2)
    const now = store.sandbox.journal.counts
    expect(now["POST /api/checkouts"]).toBe(2)
    expect(now["GET /api/config"]).toBe(looks)
  })

  it("places one paid order, sends the shopper to its page, and tells who asks by the session", async () => {
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
      order_amount: 139_955,
      number_of_payments: 6,
    })
    expect(await told(sessionId)).toEqual({
      ...{ status: "paid", order_id: order!.id, payment_url: null },
    })
    const path = "/store/instalments/payment-sessions/payses_unknown"
    expect((await store.get(path)).status).toBe(404)
  })

  it("gives the same payable state the same checkout, also to two tabs at once, and a changed cart one beside it", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await Promise.all([choose(cartId), choose(cartId)])
    expect(store.sandbox.checkouts.size).toBe(1)
    expect(await store.row(reference)).toMatchObject({ status: "received" })
    await oneMore(cartId)
    const { data } = await chosen(cartId)
    expect(data.reference).not.toBe(reference)
    expect(data.amount).toBe(183_290)
    expect(await store.row(reference)).toMatchObject({ outcome: "open" })
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
    const { customer } = await requestOf(String(session.data.reference))
    expect(customer).toEqual({
      email: login.email,
      first_name: "Thandi",
      billing_address: "1 Long Street, Cape Town, 8001, ZA",
    })
  })

  it("keeps the cart for another try after a cancellation", async () => {
    const { cartId, reference, sessionId } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    expect(await told(sessionId)).toMatchObject({ status: "cancelled" })
    const { data } = await complete(cartId)
    expect(data.error.message).toContain("cancelled")
    const again = await chosen(cartId)
    expect(again.data.reference).not.toBe(reference)
    await store.sandbox.pay(again.data.reference)
    expect(await store.orders()).toHaveLength(1)
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
    const { data } = await complete(hostile.cartId)
    expect(data.type).toBe("cart")
    expect(await store.orders()).toHaveLength(1)
  })

  const mugs = () => [{ variant_id: store.shop.variantId, quantity: 3 }]
  const cartWith = async (content: object) => {
    const { data } = await store.post("/store/carts", {
      items: mugs(),
      ...content,
    })
    return choose(data.cart.id)
  }
  const outsideTheBands = async () => {
    store.sandbox.set({
      rules: [{ from_amount: 200_000, to_amount: 300_000, terms: [3] }],
    })
    await store.ledger.config.refresh()
    return choose(await store.fillCart())
  }
  const inEuros = async () => {
    const { data: made } = await store.adminPost("/admin/regions", {
      name: "Germany",
      currency_code: "eur",
      countries: ["de"],
      payment_providers: ["pp_instalments_instalments"],
    })
    const { data } = await store.adminGet("/admin/products")
    const path = `/admin/products/${data.products[0].id}/variants`
    await store.adminPost(`${path}/${store.shop.variantId}`, {
      prices: [{ currency_code: "eur", amount: 433.35 }],
    })
    return cartWith({ region_id: made.region.id, email: "heidi@example.com" })
  }
  const backToAnotherSite = () =>
    store
      .beginCheckout({ success_url: "https://evil.example/return" })
      .catch(({ response }) => response)

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "an amount outside the bands of the config",
      outsideTheBands,
      "Choose another way",
    ],
    [
      "a cart without an e-mail address",
      () => cartWith({ region_id: store.shop.regionId }),
      "need your e-mail address",
    ],
    ["another currency", inEuros, "only available in ZAR"],
    [
      "a cart whose delivery is not chosen",
      () =>
        cartWith({
          region_id: store.shop.regionId,
          email: "anna@example.com",
        }),
      "has no delivery yet",
    ],
    [
      "a return address on a foreign origin",
      backToAnotherSite,
      "not on an origin",
    ],
  ])("refuses in words, before any call, %s", async (_, begin, words) => {
    expect(await begin()).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining(words) },
    })
    const sent = store.sandbox.journal.requests
    expect(sent.filter(({ method }) => method === "POST")).toEqual([])
  })

  it("never lets a secret into session data, answers, the ledger or the order", async () => {
    store.sandbox.fault({
      ...{ method: "POST", path: "/api/checkouts" },
      ...{ kind: "error", status: 400, times: 1 },
    })
    await store.beginCheckout().catch(() => null)
    const { sessionId, cartId } = await store.buy()
    const answers = [
      await store.get(`/store/instalments/payment-sessions/${sessionId}`),
      await store.get(`/store/carts/${cartId}`),
      await store.adminGet(
        "/admin/orders?fields=*payment_collections.payments"
      ),
    ].map(({ data }) => data)
    const rows = [
      await store.ledger.listCheckouts({}),
      await store.ledger.listCallbacks({}),
      await store.ledger.listRequestLimits({}),
    ]
    const all = JSON.stringify([answers, rows])
    expect(all).not.toContain("sandbox-client-secret")
    expect(all).not.toContain("sandbox-signing-secret")
  })
})
