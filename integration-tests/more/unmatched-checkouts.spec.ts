import { planNextCheck } from "../../src/workflows/reconcile/check-due"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

const HOUR = 3_600_000
const DAY = 24 * HOUR

withStore((store) => {
  const create = { method: "POST", path: "/api/checkouts" }
  const CARTS = 139_955
  const shop = () => new ShopSettings(store)

  /** A creation that failed for the shopper; answers its row. */
  const failing = async (fault: Parameters<typeof store.sandbox.fault>[0]) => {
    store.sandbox.fault({ ...create, ...fault, times: 1 })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    const [row] = await store.ledger.listCheckouts({})
    return row!
  }
  /** Another system on the account sells for the same amount and is paid. */
  const strangerIsPaid = async () => {
    const { id } = await store.ledger.client.createCheckout({
      amount: CARTS,
      currency: "ZAR",
      client_reference_id: "till-4711",
      notify_url: "https://till.example/paid",
      success_url: "https://till.example/",
      cancel_url: "https://till.example/",
      customer: { email: "somebody@example.com" },
      line_items: [{ name: "Chair", amount: CARTS, quantity: 1 }],
    })
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay("till-4711")
    return id
  }
  const hours = async (number: number) => {
    for (let hour = 0; hour < number; hour++) {
      await store.passTime(HOUR)
      await store.runJob("reconcile")
    }
  }
  /** What needs a person; the config grows old in these hours. */
  const alerts = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind }) => kind !== "config-old"
    )
  const identify = (reference: string, checkout_id: string) =>
    store.adminPost(`/admin/instalments/checkouts/${reference}/identify`, {
      checkout_id,
    })

  it("closes a checkout at once when its creation was refused, and matches no other system's payment with it", async () => {
    const row = await failing({ kind: "error", status: 422 })
    expect(row).toMatchObject({ outcome: "closed", creation: "refused" })
    await strangerIsPaid()
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({
      outcome: "closed",
      checkout_id: null,
      status: null,
    })
    expect(await store.orders()).toEqual([])
    expect(await alerts()).toEqual([])
  })

  it("closes one without an answer when no callback can come any more, and lists the unmatched payment for the merchant", async () => {
    const row = await failing({ kind: "lost_answer" })
    const stranger = await strangerIsPaid()
    await hours(2)
    expect(await store.row(row.id)).toMatchObject({ outcome: "open" })
    await hours(2)
    expect(await store.row(row.id)).toMatchObject({
      outcome: "closed",
      checkout_id: null,
      status: null,
    })
    expect(await store.orders()).toEqual([])
    const { data } = await store.adminGet("/admin/instalments/unmatched")
    expect(data).toMatchObject({
      unmatched_payments: [{ checkout_id: stranger, amount: CARTS }],
      count: 1,
    })
    const attention = await alerts()
    expect(attention).toMatchObject([
      { kind: "unidentified", reference: row.id, amount: CARTS },
    ])
    expect(attention[0]!.text).toContain(stranger)
  })

  it("continues reading when another system's amount is larger than the ledger's columns", async () => {
    const row = await failing({ kind: "lost_answer" })
    const stranger = await strangerIsPaid()
    store.sandbox.checkouts.get(stranger)!.amount = 5_000_000_000
    await hours(4)
    expect(await store.row(row.id)).toMatchObject({ outcome: "closed" })
    expect(await alerts()).toEqual([])
  })

  it("places the order of one without an answer when its callback comes, and asks a person for its id", async () => {
    const row = await failing({ kind: "lost_answer" })
    await store.sandbox.pay(row.id)
    expect(await store.row(row.id)).toMatchObject({
      outcome: "placed",
      checkout_id: null,
    })
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({ outcome: "placed" })
    const [atService] = store.sandbox.checkouts.values()
    expect((await identify(row.id, atService!.id)).status).toBe(200)
    expect(await store.row(row.id)).toMatchObject({
      outcome: "placed",
      checkout_id: atService!.id,
    })
  })

  it("accepts a callback even for one that was closed", async () => {
    const row = await failing({ kind: "lost_answer" })
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(row.id)
    await hours(4)
    expect(await store.row(row.id)).toMatchObject({ outcome: "closed" })
    await store.sandbox.sendCallback(row.id)
    expect(await store.row(row.id)).toMatchObject({ outcome: "placed" })
  })

  it("settles what a person identifies, once the service confirms it", async () => {
    const row = await failing({ kind: "lost_answer" })
    store.sandbox.set({ callbacks: { mode: "never" } })
    const [atService] = store.sandbox.checkouts.values()
    const early = await identify(row.id, atService!.id)
    expect(early).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("nothing was paid") },
    })
    await store.sandbox.pay(row.id)
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({ outcome: "closed" })
    expect((await identify(row.id, atService!.id)).status).toBe(200)
    expect(await store.row(row.id)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
    expect(await alerts()).toEqual([])
  })

  it("refuses an id that cannot be the checkout, and says why", async () => {
    const { reference } = await store.buy()
    const bought = await store.row(reference)
    const row = await (async () => {
      store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
      await expect(store.beginCheckout()).rejects.toBeTruthy()
      const [lost] = await store.ledger.listCheckouts({ checkout_id: null })
      return lost!
    })()
    expect(await identify(row.id, bought.checkout_id!)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("is checkout") },
    })
    expect(await identify(reference, "any")).toMatchObject({ status: 409 })
    expect(await identify(row.id, "no-such")).toMatchObject({ status: 409 })
    expect((await identify(row.id, " ")).status).toBe(400)
  })

  it("handles more rows than one batch, of those whose creation was not answered", async () => {
    const { db } = store
    await db.raw(
      `insert into instalments_checkout (id, amount, currency, fingerprint,
         payment_collection_id, payment_session_id, cart_id, opened_at,
         look_after, creation)
       select 'inst_' || n, 5000, 'ZAR', n, 'paycol', 'payses', 'cart_' || n,
         :now, :later, 'unanswered' from generate_series(1, 1300) as n`,
      {
        now: new Date(store.ledger.now()),
        later: new Date(store.ledger.now() + 3 * HOUR),
      }
    )
    await hours(4)
    const open = await store.ledger.listCheckouts({ outcome: "open" })
    expect(open).toEqual([])
  })

  it("never closes a checkout that a callback has just paid, though a job read the row before", async () => {
    const { reference } = await store.beginCheckout()
    await store.passTime(8 * DAY)
    const readBefore = await store.row(reference)
    await shop().deliver(false)
    await store.sandbox.pay(reference, { force: true })
    await planNextCheck(store.ledger, readBefore)
    expect(await store.row(reference)).toMatchObject({
      status: "successful",
      outcome: "open",
    })
    await shop().deliver(true)
    await store.passTime(20_000)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })
})
