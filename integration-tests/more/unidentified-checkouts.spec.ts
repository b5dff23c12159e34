import { tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CARTS = 139_955
const create = { method: "POST", path: "/api/checkouts", times: 1 } as const

/** Checkouts whose creation was not answered: only a callback or a person knows them. */
withStore((store) => {
  const { refund, requests, runs, atService, alerts } = refundActions(store)

  /** A creation that failed for the shopper; answers its row, the newest. */
  const failing = async (fault: Parameters<typeof store.sandbox.fault>[0]) => {
    store.sandbox.fault({ ...create, ...fault })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    const [row] = await store.ledger.listCheckouts(
      {},
      { order: { opened_at: "DESC" } }
    )
    return row!
  }
  const lost = () => failing({ kind: "lost_answer" })
  const failed = () => failing({ kind: "error", status: 503 })
  /** A till on the same account sells for as much, and is paid. */
  const tillSells = async (reference = "till-4711") => {
    const { id } = await store.ledger.client.createCheckout({
      ...{ amount: CARTS, currency: "ZAR", client_reference_id: reference },
      notify_url: "https://till.example/paid",
      success_url: "https://till.example/",
      cancel_url: "https://till.example/",
      customer: { email: "somebody@example.com" },
      line_items: [{ name: "Chair", amount: CARTS, quantity: 1 }],
    })
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    store.sandbox.set({ callbacks: { mode: "normal" } })
    return id
  }
  const hours = async (number: number) => {
    for (let hour = 0; hour < number; hour++) {
      await store.passTime(HOUR)
      await store.runJob("reconcile")
    }
  }
  const identify = (reference: string, checkout_id: string) =>
    store.adminPost(`/admin/instalments/checkouts/${reference}/identify`, {
      checkout_id,
    })

  it("closes a checkout at once when its creation was refused, and matches no other system's payment with it", async () => {
    const row = await failing({ kind: "error", status: 422, times: 2 })
    expect(row).toMatchObject({ outcome: "closed", creation: "refused" })
    await tillSells()
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({
      outcome: "closed",
      checkout_id: null,
      status: null,
    })
    expect(await store.orders()).toEqual([])
    expect(await alerts()).toEqual([])
  })

  it("closes one without an answer when no callback can come any more, and lists the unmatched payment for the merchant, none that is too large for the ledger", async () => {
    const row = await lost()
    const stranger = await tillSells()
    const large = await tillSells("till-4712")
    store.sandbox.checkouts.get(large)!.amount = 5_000_000_000
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

  it("places the order of one when its callback comes, though it was closed, and asks a person for its id", async () => {
    const row = await lost()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(row.id)
    await hours(4)
    expect(await store.row(row.id)).toMatchObject({ outcome: "closed" })
    await store.sandbox.sendCallback(row.id)
    expect(await store.row(row.id)).toMatchObject({
      ...{ outcome: "placed", checkout_id: null },
    })
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({ outcome: "placed" })
    const [atTheService] = store.sandbox.checkouts.values()
    const { id: checkout_id } = atTheService!
    expect((await identify(row.id, checkout_id)).status).toBe(200)
    expect(await store.row(row.id)).toMatchObject({
      ...{ outcome: "placed", checkout_id },
    })
  })

  it("settles what a person identifies, once the service confirms it", async () => {
    const row = await lost()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const [atTheService] = store.sandbox.checkouts.values()
    const early = await identify(row.id, atTheService!.id)
    expect(early).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("nothing was paid") },
    })
    await store.sandbox.pay(row.id)
    await hours(5)
    expect(await store.row(row.id)).toMatchObject({ outcome: "closed" })
    expect((await identify(row.id, atTheService!.id)).status).toBe(200)
    expect(await store.row(row.id)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
    expect(await alerts()).toEqual([])
  })

  it("refuses an id that cannot be the checkout, as it is another one's or was paid days before, and says why", async () => {
    const { reference } = await store.buy()
    const bought = await store.row(reference)
    const till = await tillSells()
    await store.passTime(20 * DAY)
    await store.ledger.config.refresh()
    const row = await lost()
    expect(await identify(row.id, bought.checkout_id!)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("is checkout") },
    })
    expect(await identify(reference, "any")).toMatchObject({ status: 409 })
    expect(await identify(row.id, "no-such")).toMatchObject({ status: 409 })
    expect((await identify(row.id, " ")).status).toBe(400)
    expect(await identify(row.id, till)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("was created at another time") },
    })
    expect(await store.orders()).toHaveLength(1)
  })

  it("a checkout is given to one row, and whoever names it for another at the same time reads which", async () => {
    const rows = [await failed(), await failed()]
    const till = await tillSells()
    const answers = await Promise.all(rows.map(({ id }) => identify(id, till)))
    const [refused, ...others] = answers.filter(({ status }) => status !== 200)
    expect(others).toEqual([])
    expect(refused).toMatchObject({
      status: 409,
      data: {
        message: expect.stringMatching(/ is checkout inst_.* of this store/),
      },
    })
  })

  it("asks a person for the id of one whose payment must be returned, sends it only then, and not by the id of what was listed before it was opened", async () => {
    // Its creation is not answered: the list is read for it.
    await failed()
    const till = await tillSells()
    await hours(4)
    const row = await lost()
    await store.sandbox.pay(row.id)
    const [order] = await store.orders()
    await tomorrowMorning(store)
    await refund(order!.payment_collections[0]!.payments[0]!, 1399.55)
    await store.passTime(5 * DAY)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "scheduled", checkout_id: null },
    ])
    expect(atService()).toEqual([])
    expect(await alerts(row.id)).toMatchObject([
      { kind: "refund-without-id", actions: ["identify"] },
    ])
    expect((await identify(row.id, till)).status).toBe(409)
    const own = [...store.sandbox.checkouts.values()].find(
      ({ client_reference_id }) => client_reference_id === row.id
    )!
    expect((await identify(row.id, own.id)).status).toBe(200)
    await runs()
    expect(await alerts(row.id)).toEqual([])
    expect([...store.sandbox.refundRequests.values()]).toMatchObject([
      { checkout_id: own.id, amount: CARTS },
    ])
  })

  it("a payment that is said to be somebody else's does not hide the next one that may be the checkout", async () => {
    const row = await failed()
    await tillSells()
    await hours(4)
    const [alert] = await alerts(row.id)
    expect(alert).toMatchObject({ kind: "unidentified" })
    const path = `/admin/instalments/attention/${encodeURIComponent(alert!.key)}/resolve`
    const note = { note: "Support says that it is the till's." }
    expect((await store.adminPost(path, note)).status).toBe(200)
    expect(await alerts(row.id)).toEqual([])
    const second = await tillSells("till-4712")
    store.sandbox.checkouts.get(second)!.created_at =
      row.opened_at.toISOString()
    await failed()
    await hours(4)
    expect(await alerts(row.id)).toMatchObject([
      { kind: "unidentified", text: expect.stringContaining(second) },
    ])
  })

  it("handles more rows than one batch, of those whose creation was not answered", async () => {
    const { db } = store
    await db.raw(
      `insert into instalments_checkout (id, amount, currency, fingerprint,
         payment_collection_id, payment_session_id, cart_id, opened_at,
         next_check_at, creation)
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
})
