import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { findWords } from "../harness/find-words"
import { eventually } from "../harness/pause-at-write"
import { refundActions } from "../harness/refund-actions"
import { chooseInstalments, fillCart } from "../harness/shopper"
import { withStore } from "../harness/with-store"

jest.setTimeout(120_000)

const EMAIL = "thandeka.zwelinzima@unmistakable.example"
const ADDRESS = {
  first_name: "Thandeka",
  last_name: "Zwelinzima",
  phone: "+27825550199",
  address_1: "14 Kestrelhoek",
  city: "Hoedspruit",
  postal_code: "1380",
  country_code: "za",
}
/** Anything of these is the person. */
const WORDS = [
  ...["thandeka", "zwelinzima", "unmistakable"],
  ...["825550199", "kestrelhoek", "hoedspruit"],
]

/** What Medusa writes and keeps by itself, with or without this plugin. */
const MEDUSAS_OWN = [
  "cart.email",
  "cart_address.address_1",
  "cart_address.city",
  "cart_address.first_name",
  "cart_address.last_name",
  "cart_address.phone",
  "customer.email",
  "order.email",
  "order_address.address_1",
  "order_address.city",
  "order_address.first_name",
  "order_address.last_name",
  "order_address.phone",
  // Of core's completion of a cart, which Medusa keeps for three days.
  "workflow_execution.context",
]
const isOurs = (place: string) =>
  /^(instalments_|payment|refund|notification)/.test(place)

withStore((store) => {
  const { refund, requests, runs } = refundActions(store)

  /** The person's cart, with instalments chosen by a shop that sends too much. */
  async function begin() {
    const cartId = await fillCart(store.api, store.shop)
    await store.post(`/store/carts/${cartId}`, {
      ...{ email: EMAIL, billing_address: ADDRESS, shipping_address: ADDRESS },
    })
    const shop = new URL(store.ledger.options.storefront.origins[0]!)
    const session = await chooseInstalments(store.api, store.shop, cartId, {
      success_url: `${shop.origin}/thanks?who=${encodeURIComponent(EMAIL)}`,
      shopper: { name: ADDRESS.first_name },
    })
    return { cartId, reference: String(session.data.reference) }
  }

  async function buy() {
    const { cartId, reference } = await begin()
    await store.sandbox.decline(reference)
    await store.sandbox.pay(reference, { numberOfPayments: 3 })
    const [order] = await store.orders({ cart_id: cartId })
    const payment = order!.payment_collections[0]!.payments[0]!
    return { cartId, reference, order: order!, payment }
  }

  /** A paid order with a refund, a held payment, and callbacks that say too much. */
  async function everything() {
    const bought = await buy()
    const { reference } = bought
    const said = { client_reference_id: reference, who: EMAIL }
    await store.deliver(
      { ...said, status: "successful" },
      { "x-signature": "no" }
    )
    await store.deliver({ ...said, status: "refunded", phone: ADDRESS.phone })
    // A payment of another system on the account, which names people so.
    await store.deliver({
      ...{ client_reference_id: `other ${EMAIL}`, status: "successful" },
    })
    store.ledger.options.unplacedPayments = "hold"
    const unplaced = await begin()
    await store.post(`/store/carts/${unplaced.cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await store.sandbox.pay(unplaced.reference)
    expect(await store.row(unplaced.reference)).toMatchObject({
      outcome: "held",
    })
    const note = { note: `Told ${EMAIL}, 082 555 0199` }
    const key = `held-payment:${unplaced.reference}`
    const path = `/admin/instalments/attention/${key}/resolve`
    expect((await store.adminPost(path, note)).status).toBe(200)
    await tomorrowMorning(store)
    expect((await refund(bought.payment, 100.5)).status).toBe(200)
    return { ...bought, unplaced: unplaced.reference }
  }

  const placesOfOurs = async () =>
    (await findWords(store.db, WORDS)).filter(isOurs)

  /** The ledger without what may be erased: the money's proof. */
  async function proof() {
    const read = async (table: string, but: string[]) =>
      (await store.db(table).orderBy("id")).map(
        (row: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries(row).filter(([column]) => !but.includes(column))
          )
      )
    return {
      checkouts: await read("instalments_checkout", [
        ...["payment_url", "success_url", "fingerprint"],
        ...["held_reason", "last_error"],
      ]),
      refunds: await read("instalments_refund_request", []),
      callbacks: await read("instalments_callback", ["body"]),
      resolutions: await read("instalments_resolution", ["note"]),
    }
  }

  it("of a customer whom Medusa deletes stands nowhere but in Medusa's own tables", async () => {
    const { cartId, reference } = await everything()
    const places = await findWords(store.db, WORDS)
    expect(places.filter(isOurs)).toEqual([
      "instalments_callback.body",
      "instalments_checkout.success_url",
      "payment.data",
      "payment_session.data",
    ])
    expect(places.filter((place) => !isOurs(place))).toEqual(MEDUSAS_OWN)
    const before = await proof()
    const { data } = await store.adminGet(`/admin/customers?q=${EMAIL}`)
    const [customer] = data.customers
    await store.api.delete(`/admin/customers/${customer.id}`, {
      headers: store.admin,
    })
    await eventually(
      async () => (await placesOfOurs()).join() === "instalments_callback.body"
    )
    expect(await proof()).toEqual(before)
    for (const row of await store.ledger.listCheckouts({})) {
      expect(row).toMatchObject({
        ...{ payment_url: null, success_url: null, fingerprint: null },
      })
    }
    const [order] = await store.orders({ cart_id: cartId })
    const [payment] = order!.payment_collections[0]!.payments
    const known = Object.entries(payment!.data).filter(([, value]) => value)
    expect(known.map(([key]) => key).sort()).toEqual([
      ...["amount", "currency", "presentation", "reference", "status"],
    ])
    expect(payment!.data).toMatchObject({ reference, status: "successful" })
    // Of the other system's callback only its body knew the person, for 30 days.
    await store.passTime(31 * 24 * 60 * MINUTE)
    await store.runJob("retention")
    expect(await placesOfOurs()).toEqual([])
  })

  it("of a purchase that has ended is in no table of the ledger the night after", async () => {
    await buy()
    expect(await placesOfOurs()).toContain("instalments_checkout.success_url")
    await store.passTime(25 * 60 * MINUTE)
    await store.runJob("retention")
    expect(
      (await placesOfOurs()).filter((place) => place.startsWith("instalments_"))
    ).toEqual([])
  })

  it("of a guest is erased by e-mail as it was typed, by merchants only, again and again, and no answer repeats it", async () => {
    const path = "/admin/instalments/erase"
    const { reference } = await begin()
    expect((await store.post(path, { email: EMAIL })).status).toBe(401)
    const wrong = await store.adminPost(path, { email: "thandeka" })
    expect([wrong.status, wrong.data.message]).toEqual([
      400,
      "Invalid request: email: it is no e-mail address.",
    ])
    expect((await store.row(reference)).success_url).toContain("thanks")
    for (const email of [` ${EMAIL.toUpperCase()} `, EMAIL]) {
      const { status, data } = await store.adminPost(path, { email })
      expect([status, data]).toEqual([200, { erased: { checkouts: 1 } }])
      expect(await placesOfOurs()).toEqual([])
    }
    const none = await store.adminPost(path, { email: "nobody@none.example" })
    expect(none.data).toEqual({ erased: { checkouts: 0 } })
  })

  it("of a customer whose deletion the store was not told of is erased by the job", async () => {
    const { reference } = await begin()
    const customers = store.container.resolve("customer")
    const [customer] = await customers.listCustomers({ email: EMAIL })
    await customers.softDeleteCustomers([customer!.id])
    await store.runJob("retention")
    expect(await store.row(reference)).toMatchObject({ payment_url: null })
  })

  describe("that is erased while a payment is open", () => {
    async function erased() {
      const { cartId, reference } = await begin()
      await store.adminPost("/admin/instalments/erase", { email: EMAIL })
      return { cartId, reference }
    }

    it("does not keep the callback from placing the order, nor its refund from ending", async () => {
      const { cartId, reference } = await erased()
      const callback = await store.sandbox.pay(reference, {
        numberOfPayments: 3,
      })
      expect(callback).toBeDefined()
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", number_of_payments: 3, success_url: null },
      })
      const [order] = await store.orders({ cart_id: cartId })
      const payment = order!.payment_collections[0]!.payments[0]!
      await tomorrowMorning(store)
      expect((await refund(payment, 1399.55)).status).toBe(200)
      await runs()
      expect(await requests()).toMatchObject([{ status: "complete" }])
    })

    it("does not keep the job from finding a payment whose callback was lost", async () => {
      const { reference } = await erased()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("gives the shopper who goes on another payment page", async () => {
      const { cartId, reference } = await erased()
      const { data } = await chooseInstalments(store.api, store.shop, cartId)
      expect(data.reference).not.toBe(reference)
      expect(data.payment_url).toBeTruthy()
    })
  })
})
