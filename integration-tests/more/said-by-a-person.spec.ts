import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CARTS = 139_955

/** What a person says, and the ledger knows that it cannot be so. */
withStore((store) => {
  const { refund, requests, runs } = refundActions(store)
  const at = "/admin/instalments"
  const alerts = async (reference: string) =>
    (await store.ledger.attention.read(reference)).filter(
      ({ resolution }) => !resolution
    )
  const identify = (reference: string, checkout_id: string) =>
    store.adminPost(`${at}/checkouts/${reference}/identify`, { checkout_id })
  /** A till on the same account sells for as much, and is paid. */
  const tillSells = async (reference: string) => {
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
  /** The till's customer is refunded, and the store has read that. */
  const tillRefunds = async (amount: number) => {
    const checkout_id = await tillSells("till-4711")
    const id = "22222222-0000-4000-8000-000000000000"
    store.sandbox.refundRequests.set(id, {
      ...{ id, checkout_id, amount, currency: "ZAR", status: "complete" },
      created_at: new Date(store.sandbox.now()).toISOString(),
      next_move_at: null,
    })
    await store.passTime(HOUR)
    await store.runJob("refunds")
    return id
  }
  const creation = { method: "POST", path: "/api/checkouts", times: 1 } as const
  /** A checkout whose creation was not answered. */
  const unanswered = async (fault: { kind: "lost_answer" | "error" }) => {
    store.sandbox.fault({ ...creation, status: 503, ...fault })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    const [row] = await store.ledger.listCheckouts(
      {},
      { order: { opened_at: "DESC" } }
    )
    return row!
  }

  it("a refund that was listed before this one was sent does not end its doubt", async () => {
    const { payment, reference } = await boughtYesterday(store)
    const old = await tillRefunds(20_000)
    await store.passTime(5 * DAY)
    // It never reaches the service.
    store.sandbox.fault({
      ...{ method: "POST", path: "/api/refunds", times: 1 },
      ...{ kind: "error", status: 500 },
    })
    await refund(payment, 200)
    const [row] = await requests()
    expect(row).toMatchObject({ status: "in_doubt" })
    const path = `${at}/refund-requests/${row!.id}/end-doubt`
    const answer = await store.adminPost(path, { refund_request_id: old })
    expect(answer).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("so it is another one.") },
    })
    expect(await alerts(reference)).toMatchObject([{ kind: "refund-in-doubt" }])
    expect(
      (await store.adminPost(path, { absent: true })).data.refund_request
    ).toMatchObject({ status: "scheduled" })
    await runs()
    const { checkout_id } = await store.row(reference)
    expect(
      [...store.sandbox.refundRequests.values()].map((one) => one.checkout_id)
    ).toContain(checkout_id)
  })

  it("a checkout that was paid days before is not this one, and no order is placed for it", async () => {
    const till = await tillSells("till-4711")
    await store.passTime(20 * DAY)
    await store.ledger.config.refresh()
    const row = await unanswered({ kind: "error" })
    expect(await identify(row.id, till)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining("was created at another time") },
    })
    expect(await store.orders()).toHaveLength(0)
  })

  it("a checkout that was listed before this one was opened does not get its refund", async () => {
    // Its creation is not answered: the list is read for it.
    await unanswered({ kind: "error" })
    const till = await tillSells("till-4711")
    for (let hour = 0; hour < 4; hour++) {
      await store.passTime(HOUR)
      await store.runJob("reconcile")
    }
    const row = await unanswered({ kind: "lost_answer" })
    await store.sandbox.pay(row.id)
    const [order] = await store.orders()
    await tomorrowMorning(store)
    await refund(order!.payment_collections[0]!.payments[0]!, 1399.55)
    expect(await alerts(row.id)).toMatchObject([{ kind: "refund-without-id" }])
    expect((await identify(row.id, till)).status).toBe(409)
    const own = [...store.sandbox.checkouts.values()].find(
      ({ client_reference_id }) => client_reference_id === row.id
    )!
    expect((await identify(row.id, own.id)).status).toBe(200)
    await runs()
    expect([...store.sandbox.refundRequests.values()]).toMatchObject([
      { checkout_id: own.id, amount: CARTS },
    ])
  })

  it("a checkout is given to one row, and whoever names it for another at the same time reads which", async () => {
    const rows = [
      await unanswered({ kind: "error" }),
      await unanswered({ kind: "error" }),
    ]
    const till = await tillSells("till-4711")
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

  it("a refund that was listed before a payment was begun is not booked for it", async () => {
    const old = await tillRefunds(20_000)
    await store.passTime(HOUR)
    const { reference } = await boughtYesterday(store)
    const path = `${at}/unmatched-refunds/${old}/book`
    expect(await store.adminPost(path, { reference })).toMatchObject({
      status: 409,
      data: {
        message: expect.stringContaining("before this payment was begun"),
      },
    })
    expect(await requests()).toEqual([])
  })

  it("a payment that is said to be somebody else's does not hide the next one that may be the checkout", async () => {
    const row = await unanswered({ kind: "error" })
    const hoursPass = async () => {
      for (let hour = 0; hour < 4; hour++) {
        await store.passTime(HOUR)
        await store.runJob("reconcile")
      }
    }
    await tillSells("till-4711")
    await hoursPass()
    const [alert] = await alerts(row.id)
    expect(alert).toMatchObject({ kind: "unidentified" })
    const path = `${at}/attention/${encodeURIComponent(alert!.key)}/resolve`
    const note = { note: "Support says that it is the till's." }
    expect((await store.adminPost(path, note)).status).toBe(200)
    expect(await alerts(row.id)).toEqual([])
    const second = await tillSells("till-4712")
    store.sandbox.checkouts.get(second)!.created_at =
      row.opened_at.toISOString()
    await unanswered({ kind: "error" })
    await hoursPass()
    expect(await alerts(row.id)).toMatchObject([
      { kind: "unidentified", text: expect.stringContaining(second) },
    ])
  })
})
