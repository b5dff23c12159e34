import { createInstalments, InstalmentsError, PROVIDER_ID } from "../index.js"
import { Store } from "./store.js"

const store = new Store()
beforeAll(() => store.open())
afterAll(() => store.close())
beforeEach(() => (store.got.length = 0))

const client = () => createInstalments(store.connection)

describe("offer", () => {
  const offer = {
    eligible: true,
    reason: null,
    currency_code: "zar",
    amount: 1300,
    terms: [{ number_of_payments: 3, payments: [433.34, 433.33, 433.33] }],
    headline: { number_of_payments: 3, payment: 433.34 },
  }

  it("asks for an amount with the shop's key and answers in the page's names", async () => {
    store.answer = () => ({ body: { offer } })
    const found = await client().offer({ amount: 1300, currencyCode: "ZAR" })
    expect(found).toEqual({
      eligible: true,
      reason: null,
      currencyCode: "zar",
      amount: 1300,
      terms: [{ numberOfPayments: 3, payments: [433.34, 433.33, 433.33] }],
      headline: { numberOfPayments: 3, payment: 433.34 },
    })
    expect(store.got).toMatchObject([
      {
        method: "GET",
        url: "/store/instalments/offer?amount=1300&currency_code=zar",
        headers: { "x-publishable-api-key": "pk_1" },
      },
    ])
  })

  it.each([
    [433.35 * 3, "1300.05"],
    ["1300.5", "1300.5"],
    [0.1 + 0.2, "0.3"],
    [1494.985, "1494.985"],
    [100, "100"],
  ])("asks for %s as %s, whatever floats make of it", async (amount, asked) => {
    store.answer = () => ({ body: { offer } })
    await client().offer({ amount, currencyCode: "zar" })
    expect(store.got[0]!.url).toContain(`amount=${asked}&`)
  })

  it("lets no framework on a server keep what is a shopper's own", async () => {
    store.answer = ({ url }) =>
      url.includes("/payment-sessions/")
        ? { status: 404, body: { message: "Not one of ours." } }
        : { body: { offer } }
    const how: (string | undefined)[] = []
    const watched = createInstalments({
      ...store.connection,
      fetch: (url, init) => {
        how.push(init?.cache)
        return fetch(url, init)
      },
    })
    await watched.offer({ cartId: "cart_1" })
    await watched.balance("order_1").catch(() => null)
    await watched.waitForResult("payses_1", { timeoutMs: 0 }).catch(() => null)
    expect(how).toEqual(Array(4).fill("no-store"))
  })

  it("asks for a cart", async () => {
    store.answer = () => ({ body: { offer } })
    await client().offer({ cartId: "cart_1&2" })
    expect(store.got[0]!.url).toBe(
      "/store/instalments/offer?cart_id=cart_1%262"
    )
  })

  it("passes on how much is missing", async () => {
    const low = { ...offer, eligible: false, missing: 0.45, headline: null }
    store.answer = () => ({ body: { offer: low } })
    const found = await client().offer({ cartId: "cart_1" })
    expect(found).toMatchObject({ eligible: false, missing: 0.45 })
  })

  it.each(["order_1", null])(
    "passes on that a cart is paid, with its order %s",
    async (order_id) => {
      const paid = { ...offer, eligible: false, reason: "already_paid" }
      store.answer = () => ({ body: { offer: { ...paid, order_id } } })
      expect(await client().offer({ cartId: "cart_1" })).toMatchObject({
        eligible: false,
        reason: "already_paid",
        orderId: order_id,
      })
    }
  )

  it("passes on the words of a store that refuses a cart", async () => {
    const refused = { eligible: false, reason: "refused", message: "Not here." }
    store.answer = () => ({ body: { offer: { ...offer, ...refused } } })
    const answer = await client().offer({ cartId: "cart_1" })
    expect(answer).toMatchObject(refused)
  })

  it("takes an address with a slash at its end", async () => {
    store.answer = () => ({ body: { offer } })
    const { baseUrl, publishableKey } = store.connection
    await createInstalments({ baseUrl: `${baseUrl}//`, publishableKey }).offer({
      cartId: "cart_1",
    })
    expect(store.got[0]!.url).toMatch(/^\/store\//)
  })
})

describe("an answer that is none", () => {
  const failure = () => client().offer({ cartId: "cart_1" })

  it.each([
    [400, "instalments_already_paid", "already_paid"],
    [400, "instalments_amount_out_of_band", "refused"],
    [500, "instalments_unavailable", "unavailable"],
    [404, "instalments_not_found", "not_found"],
  ])(
    "of status %i with the code %s is %s, whatever its words",
    async (status, storeCode, code) => {
      store.answer = () => ({
        status,
        body: { code: storeCode, message: "So." },
      })
      await expect(failure()).rejects.toMatchObject({ code, storeCode })
    }
  )

  it("has no code of the plugin's when the code is Medusa's", async () => {
    const body = { code: "unknown_error", message: "No." }
    store.answer = () => ({ status: 400, body })
    const found = { code: "refused", storeCode: null }
    await expect(failure()).rejects.toMatchObject(found)
  })

  it.each([
    [400, "refused", false],
    [401, "refused", false],
    [404, "not_found", false],
    [408, "unavailable", true],
    [409, "unavailable", true],
    [429, "unavailable", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("of status %i is %s", async (status, code, transient) => {
    store.answer = () => ({ status, body: { message: "In the shop's words." } })
    const error = await failure().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InstalmentsError)
    expect(error).toMatchObject({
      code,
      status,
      transient,
      message: "In the shop's words.",
    })
  })

  it.each([
    ["no JSON", "<html>Sign in to this Wi-Fi</html>"],
    ["another program's", { hello: "there" }],
    ["null", "null"],
    ["a text", '"offer"'],
    ["of no object", { offer: "none" }],
  ])("is unavailable when it is %s", async (_, body) => {
    store.answer = () => ({ body })
    await expect(failure()).rejects.toMatchObject({
      name: "InstalmentsError",
      code: "unavailable",
      message: "The shop gave no answer that can be used.",
    })
  })

  it.each([404, 403])(
    "says nothing about a payment when it is a proxy's page of status %i",
    async (status) => {
      const body = "default backend"
      store.answer = () => ({ status, body })
      const options = { timeoutMs: 0 }
      await expect(
        client().waitForResult("payses_1", options)
      ).resolves.toMatchObject({ status: "pending" })
    }
  )

  it("is a network error when the store hangs up", async () => {
    store.answer = () => null
    await expect(failure()).rejects.toMatchObject({
      name: "InstalmentsError",
      code: "network",
      transient: true,
    })
  })

  it("is the page's own reason when the page gives up", async () => {
    const page = new AbortController()
    page.abort(new Error("left"))
    const asked = client().offer({ cartId: "cart_1" }, { signal: page.signal })
    await expect(asked).rejects.toThrow("left")
    expect(store.got).toEqual([])
  })
})

describe("start", () => {
  const session = {
    id: "payses_1",
    provider_id: "pp_instalments_instalments",
    data: {
      reference: "ref_1",
      payment_url: "https://pay.example/1",
      presentation: "redirect",
      amount: 139955,
      currency: "ZAR",
      status: "received",
    },
  }
  const sessions = (...payment_sessions: unknown[]) => ({
    body: { payment_collection: { id: "paycol_1", payment_sessions } },
  })
  const card = { id: "payses_0", provider_id: "pp_system_default" }

  it("chooses instalments for the cart and says where to go", async () => {
    store.answer = () => sessions(card, session)
    const urls = { successUrl: "https://shop.example/done" }
    expect(await client().start({ id: "cart_1" }, urls)).toEqual({
      sessionId: "payses_1",
      paymentUrl: "https://pay.example/1",
      reference: "ref_1",
      presentation: "redirect",
      amount: 1399.55,
      currency: "ZAR",
    })
    expect(store.got).toMatchObject([
      {
        method: "POST",
        url: "/store/payment-collections",
        body: { cart_id: "cart_1" },
      },
      {
        method: "POST",
        url: "/store/payment-collections/paycol_1/payment-sessions",
        body: {
          provider_id: "pp_instalments_instalments",
          data: { success_url: "https://shop.example/done" },
        },
      },
    ])
  })

  it("says so when the store gives no page to pay on", async () => {
    store.answer = () => sessions(card)
    await expect(client().start({ id: "cart_1" })).rejects.toMatchObject({
      code: "unavailable",
      message: "Instalments are not available right now.",
    })
  })

  it("gives the shopper the store's reason for a no", async () => {
    const message = "The cart is above 5 000. Choose another way to pay."
    store.answer = ({ url }) =>
      url.endsWith("payment-sessions")
        ? { status: 400, body: { message } }
        : sessions()
    await expect(client().start({ id: "cart_1" })).rejects.toMatchObject({
      code: "refused",
      message,
    })
  })

  describe("refused for a cart", () => {
    const message = "This cart is paid. Its order is being placed."
    const refuseWith = (offer: object | null) => {
      store.answer = ({ url }) => {
        if (url.endsWith("payment-sessions")) {
          return { status: 400, body: { message } }
        }
        return url.includes("/offer?")
          ? offer && {
              body: { offer: { terms: [], headline: null, ...offer } },
            }
          : sessions()
      }
    }

    it.each(["order_1", null])(
      "that is paid, names its order %s in the store's words",
      async (order_id) => {
        refuseWith({ eligible: false, reason: "already_paid", order_id })
        const error = await client()
          .start({ id: "cart_1" })
          .catch((caught: unknown) => caught)
        expect(error).toBeInstanceOf(InstalmentsError)
        expect(error).toMatchObject({
          ...{ code: "already_paid", orderId: order_id, transient: false },
          ...{ message, status: 400 },
        })
        expect(store.got.at(-1)!.url).toContain("offer?cart_id=cart_1")
      }
    )

    it.each([
      ["for another reason", { eligible: false, reason: "above_maximum" }],
      ["while its offer cannot be read", null],
    ])("%s, is a refusal", async (_, offer) => {
      refuseWith(offer)
      await expect(client().start({ id: "cart_1" })).rejects.toMatchObject({
        ...{ code: "refused", orderId: null, message },
      })
    })
  })
})

describe("what an order owes", () => {
  const order = {
    id: "order_1",
    display_id: 12,
    status: "pending",
    currency_code: "zar",
    summary: { pending_difference: 149 },
    payment_collections: [
      { id: "pay_col_1", status: "completed" },
      { id: "pay_col_2", status: "not_paid" },
    ],
  }
  const owing = (change: object = {}, payment?: object) => {
    store.answer = ({ url }) =>
      url.startsWith("/store/orders/")
        ? { body: { order: { ...order, ...change } } }
        : payment
          ? { body: { payment } }
          : { status: 404, body: { message: "Not one of ours." } }
  }

  it("is read from the order, and nothing else of it is asked for", async () => {
    owing()
    expect(await client().balance("order_1")).toEqual({
      ...{ orderId: "order_1", displayId: "12", number: 12, amount: 149 },
      ...{ currencyCode: "zar", isCancelled: false },
      ...{ hasArrived: false, isPayable: true },
    })
    const { pathname, searchParams } = new URL(store.got[1]!.url, "http://x")
    expect(pathname).toBe("/store/orders/order_1")
    expect(searchParams.get("fields")).toBe(
      "id,display_id,custom_display_id,status,currency_code,total,summary,payment_collections.id,payment_collections.status,payment_collections.payment_sessions.*"
    )
  })

  it.each([
    [149.0000000000000000000035, 149],
    [194.9885, 194.99],
    // As the store charges it: a double is a little less than it is written.
    [149.385, 149.39],
    [1494.885, 1494.89],
    [0.004, 0],
    [-50, 0],
    [undefined, 0],
  ])("is to the cent: %s is %s", async (pending_difference, amount) => {
    owing({ summary: { pending_difference } })
    const isPayable = amount > 0
    expect(await client().balance("order_1")).toMatchObject({
      ...{ amount, isPayable },
    })
  })

  it("is of the order by the number that the shop gives it", async () => {
    const custom_display_id = "PRO-2026-0117"
    owing({ custom_display_id, payment_collections: [] })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ displayId: custom_display_id, number: 12 },
    })
    const asked = client().start({ orderId: "order_1" })
    await expect(asked).rejects.toMatchObject({
      message: "Nothing can be paid for order PRO-2026-0117 here now.",
    })
  })

  it("is nothing once the order is cancelled", async () => {
    owing({ status: "canceled" })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ amount: 0, isCancelled: true, isPayable: false },
    })
  })

  it("cannot be paid here while another way holds the money ready", async () => {
    const payment_collections = [{ id: "pay_col_2", status: "authorized" }]
    owing({ payment_collections })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ amount: 149, isPayable: false },
    })
  })

  it("cannot be paid here while the money of another way is under way", async () => {
    const payment_sessions = [{ status: "pending_authorization" }]
    const collection = { id: "pay_col_2", status: "awaiting" }
    owing({ payment_collections: [{ ...collection, payment_sessions }] })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ amount: 149, isPayable: false },
    })
  })

  it("cannot be paid while a payment of it has arrived and is not booked", async () => {
    owing({}, { status: "pending", order_id: null, payment_url: null })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ amount: 149, hasArrived: true, isPayable: false },
    })
    expect(store.got[0]!.url).toBe(
      "/store/instalments/payment-sessions/order_1"
    )
  })

  it.each([
    ["is still to be paid", "pending", "https://pay.example/1"],
    ["was cancelled", "cancelled", null],
    ["was paid before that", "paid", null],
    ["goes back", "unplaced", null],
  ])("can be paid when its last payment %s", async (_, status, payment_url) => {
    owing({}, { status, payment_url })
    expect(await client().balance("order_1")).toMatchObject({
      ...{ hasArrived: false, isPayable: true },
    })
  })

  it("is not told while the store cannot say whether a payment has arrived", async () => {
    store.answer = ({ url }) =>
      url.startsWith("/store/orders/") ? { body: { order } } : null
    await expect(client().balance("order_1")).rejects.toMatchObject({
      code: "network",
    })
  })

  it("is paid by its open payment collection", async () => {
    const data = { payment_url: "https://pay.example/1", amount: 14900 }
    const session = { id: "payses_1", provider_id: PROVIDER_ID, data }
    store.answer = ({ method }) =>
      method === "GET"
        ? { body: { order } }
        : { body: { payment_collection: { payment_sessions: [session] } } }
    const successUrl = "https://shop.example/pay?back=1"
    const started = await client().start({ orderId: "order_1" }, { successUrl })
    expect(started).toMatchObject({ sessionId: "payses_1", amount: 149 })
    expect(store.got[1]).toMatchObject({
      url: "/store/payment-collections/pay_col_2/payment-sessions",
      body: { data: { success_url: successUrl } },
    })
  })

  it("is not paid when it is nothing, and the shopper is told", async () => {
    owing({ summary: { pending_difference: 0 } })
    const asked = client().start({ orderId: "order_1" })
    await expect(asked).rejects.toMatchObject({
      code: "refused",
      message: "Nothing can be paid for order 12 here now.",
    })
    expect(store.got).toHaveLength(1)
  })

  it("keeps the store's own words when it refuses", async () => {
    const message = "Order 12 owes nothing. Nothing has to be paid."
    store.answer = ({ method }) =>
      method === "GET"
        ? { body: { order } }
        : { status: 400, body: { message } }
    const asked = client().start({ orderId: "order_1" })
    await expect(asked).rejects.toMatchObject({ code: "refused", message })
    expect(store.got).toHaveLength(2)
  })
})
