import attention from "../../src/jobs/attention"
import { eraseCustomerWorkflow } from "../../src/workflows"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { findWords } from "../harness/find-words"
import { linkActions } from "../harness/link-actions"
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
  const { linkTo, press, opened, oneMore } = linkActions(store)
  const { refund, requests, runs } = refundActions(store)
  const { books } = balanceActions(store)

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

  /** Money for a cart that has grown since, and what a person does about it. */
  async function held() {
    store.ledger.options.unplacedPayments = "hold"
    const { cartId, reference } = await begin()
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    // As when a hook of the store's refuses to sell to somebody, in words.
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({
        held_reason: `The cart of ${EMAIL} cannot be completed: Zwelinzima, 082 555 0199, owes money`,
        last_error: "Thandeka Zwelinzima owes money",
        outcome_at: new Date(store.ledger.now() + MINUTE),
      })
    await attention(store.container)
    return { cartId, reference }
  }

  const note = async (key: string, text: string) => {
    const path = `/admin/instalments/attention/${key}/resolve`
    const { status, data } = await store.adminPost(path, { note: text })
    expect([status, data.message]).toEqual([200, undefined])
  }

  /** The ledger without what may be erased: the money's proof. */
  async function proof() {
    const read = async (table: string, but: string[]) => {
      const rows = await store.db(table).orderBy("id")
      return rows.map((row: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(row).filter(([column]) => !but.includes(column))
        )
      )
    }
    const texts = ["held_reason", "last_error", "books_error"]
    return {
      checkouts: await read("instalments_checkout", [
        ...["payment_url", "success_url", "fingerprint", ...texts],
      ]),
      refunds: await read("instalments_refund_request", texts),
      callbacks: await read("instalments_callback", [
        ...["body", "digest", "reference", ...texts],
      ]),
      resolutions: await read("instalments_resolution", ["note", "reference"]),
    }
  }

  /** A payment of another system on the account, which names people so. */
  const strangersCallback = () =>
    store.deliver({
      ...{ client_reference_id: `other-shop ${EMAIL}`, status: "successful" },
    })

  /** What is written into the log from now on. */
  function logged(): string[] {
    const lines: string[] = []
    const logger = store.container.resolve("logger")
    for (const level of ["debug", "info", "warn", "error"] as const) {
      jest.spyOn(logger, level).mockImplementation((...said: unknown[]) => {
        lines.push(said.join(" "))
        return undefined as never
      })
    }
    return lines
  }

  /** Everything that can happen to a shopper who pays in instalments. */
  async function everything() {
    const bought = await buy()
    const { reference } = bought
    const said = { client_reference_id: reference, who: EMAIL }
    await store.deliver(
      { ...said, status: "successful" },
      { "x-signature": "no" }
    )
    await store.deliver({ ...said, status: "refunded", phone: ADDRESS.phone })
    await strangersCallback()
    await oneMore(bought.order.id)
    await press(await linkTo(bought.order.id))
    const [balance] = await opened(bought.order.id)
    await store.sandbox.pay(balance!.id)
    expect((await books(bought.order.id)).owed).toBe(0)
    const unplaced = await held()
    await note(`held-payment:${unplaced.reference}`, "Told Tannie T. by phone")
    const other = (await store.ledger.listCallbacks({})).find((row) =>
      row.reference?.startsWith("other-shop")
    )
    await note(`held-callback:${other!.id}`, `It is ${EMAIL} of the other shop`)
    await tomorrowMorning(store)
    expect((await refund(bought.payment, 100.5)).status).toBe(200)
    const [asked] = await requests()
    await store
      .db("instalments_refund_request")
      .where({ id: asked!.id })
      .update({
        last_error: `The service refused it (422): ${EMAIL} is unknown`,
      })
    return { ...bought, unplaced: unplaced.reference }
  }

  it("of a guest is erased from the admin by e-mail, by merchants only, and no answer repeats it", async () => {
    const erase = "/admin/instalments/people/erase"
    const { reference } = await begin()
    expect((await store.post(erase, { email: EMAIL })).status).toBe(401)
    const wrong = await store.adminPost(erase, { email: "thandeka" })
    expect([wrong.status, wrong.data.message]).toEqual([
      400,
      "Invalid request: email: it is no e-mail address.",
    ])
    expect((await store.row(reference)).success_url).toContain("thanks")
    const { status, data } = await store.adminPost(erase, { email: EMAIL })
    expect([status, data.erased]).toMatchObject([200, { checkouts: 1 }])
    expect(JSON.stringify(data)).not.toContain(EMAIL)
    const places = await findWords(store.db, WORDS)
    expect(places.filter(isOurs)).toEqual([])
    const none = await store.adminPost(erase, { email: "nobody@none.example" })
    expect(none.data.erased).toMatchObject({ checkouts: 0, notes: 0 })
  })

  it("of a customer whom Medusa deletes stands nowhere but in Medusa's own tables", async () => {
    const lines = logged()
    const { cartId, reference, unplaced } = await everything()
    const places = await findWords(store.db, WORDS)
    expect(places.filter(isOurs)).toEqual([
      "instalments_callback.body",
      "instalments_callback.held_reason",
      "instalments_callback.reference",
      "instalments_checkout.held_reason",
      "instalments_checkout.last_error",
      "instalments_checkout.success_url",
      "instalments_refund_request.last_error",
      "instalments_resolution.note",
      "instalments_resolution.reference",
      "notification.data",
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
      async () => !(await findWords(store.db, WORDS)).some(isOurs)
    )
    expect(await findWords(store.db, WORDS)).toEqual(MEDUSAS_OWN)
    const executions = await store
      .db("workflow_execution")
      .whereRaw("context::text ilike ?", [`%${EMAIL}%`])
      .distinct()
      .pluck("workflow_id")
    expect(executions).toEqual(["complete-cart"])
    expect(await proof()).toEqual(before)
    const rows = await store.ledger.listCheckouts({})
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect([row.payment_url, row.success_url]).toEqual([null, null])
      expect(row.fingerprint).toBe("[erased]")
    }
    expect(await store.row(unplaced)).toMatchObject({
      held_reason:
        "The cart of [erased] cannot be completed: [erased], [erased], owes money",
    })
    const notes = await store.db("instalments_resolution").pluck("note")
    expect(notes.sort()).toEqual([
      "It is [erased] of the other shop",
      "[erased]",
    ])
    const [order] = await store.orders({ cart_id: cartId })
    for (const { payments } of order!.payment_collections) {
      for (const payment of payments) {
        const known = Object.entries(payment.data).filter(([, value]) => value)
        expect(known.map(([key]) => key).sort()).toEqual([
          ...["amount", "currency", "presentation", "reference", "status"],
        ])
      }
    }
    expect(lines.filter((line) => line.includes(EMAIL))).toEqual([])
    // The money's proof leads from the order to the payment as before.
    expect(order!.payment_collections[0]!.payments[0]!.data).toMatchObject({
      ...{ reference, status: "successful" },
    })
  })

  it("of a guest is erased by hand, by e-mail as it was typed, again and again", async () => {
    const { payment, reference } = await buy()
    await strangersCallback()
    await tomorrowMorning(store)
    expect((await refund(payment, 1)).status).toBe(200)
    const erase = () =>
      eraseCustomerWorkflow(store.container).run({
        input: { email: ` ${EMAIL.toUpperCase()} ` },
      })
    const { result } = await erase()
    expect(result).toEqual({
      ...{ checkouts: 1, refund_requests: 1, callbacks: 2, notes: 0 },
      ...{ payments: 2, notifications: 0 },
    })
    expect(await findWords(store.db, WORDS)).toEqual(MEDUSAS_OWN)
    const after = await store.row(reference)
    expect((await erase()).result).toMatchObject({ checkouts: 1, payments: 0 })
    expect(await store.row(reference)).toEqual(after)
  })

  it("of nobody is not erased, and a message says whom it needs", async () => {
    await expect(
      eraseCustomerWorkflow(store.container).run({ input: { email: " " } })
    ).rejects.toMatchObject({
      message: expect.stringContaining(
        "Nobody was named, so nothing was erased"
      ),
    })
  })

  describe("that is erased while a payment is open", () => {
    async function erased() {
      const { cartId, reference } = await begin()
      const { result } = await eraseCustomerWorkflow(store.container).run({
        input: { cart_ids: [cartId] },
      })
      expect(result).toMatchObject({ checkouts: 1, payments: 1 })
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

  it("of a customer whose deletion the store was not told of is erased by the job", async () => {
    const { reference } = await buy()
    const customers = store.container.resolve("customer")
    const [customer] = await customers.listCustomers({ email: EMAIL })
    await customers.softDeleteCustomers([customer!.id])
    await store.runJob("retention")
    expect(await store.row(reference)).toMatchObject({ payment_url: null })
  })

  it("of a customer who cannot be erased stops nobody else's erasure, and is tried again the next night", async () => {
    const first = await buy()
    const cartId = await fillCart(store.api, store.shop)
    await store.post(`/store/carts/${cartId}`, { email: "b@example.com" })
    const session = await chooseInstalments(store.api, store.shop, cartId)
    const second = String(session.data.reference)
    const customers = store.container.resolve("customer")
    const deleted = await customers.listCustomers({
      email: [EMAIL, "b@example.com"],
    })
    expect(deleted.map(({ email }) => email)).toEqual([EMAIL, "b@example.com"])
    await customers.softDeleteCustomers(deleted.map(({ id }) => id))
    await store.db.raw(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$;
      create trigger refuse before update on instalments_checkout for each row
        when (old.id = '${first.reference}') execute function refuse()`)
    await expect(store.runJob("retention")).rejects.toThrow(
      /^1 of 2 customers deleted lately were not erased/
    )
    expect(await store.row(second)).toMatchObject({ payment_url: null })
    const [run] = await store
      .db("instalments_job_run")
      .where({ id: "retention" })
    expect(run.last_error).toMatch(/^1 of 2 customers/)
    await store.db.raw("drop function refuse cascade")
    await store.passTime(24 * 60 * MINUTE)
    await store.runJob("retention")
    expect(await store.row(first.reference)).toMatchObject({
      payment_url: null,
    })
  })

  it("that is new after an erasure is erased when its time is over, and money is not", async () => {
    const { reference } = await buy()
    const before = await store.row(reference)
    const day = 24 * 60 * MINUTE
    await store.passTime(364 * day)
    await store.runJob("retention")
    expect(await store.row(reference)).toEqual(before)
    await store.passTime(2 * day)
    await store.runJob("retention")
    expect(await store.row(reference)).toEqual({
      ...before,
      ...{ payment_url: null, success_url: null, fingerprint: "[erased]" },
    })
    expect(await store.ledger.listCallbacks({})).toEqual([])
  })
})
