import { boughtYesterday, MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { eventually } from "../harness/pause-at-write"
import { createdAs } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What the service answers wrongly, late, or in words that nobody knows. */
withStore((store) => {
  const { choose, chosen, complete, told, asked, ...actions } =
    cartActions(store)
  const { noCallbacks, payUnheard, paid } = actions
  const later = async (ms: number) => {
    await store.passTime(ms)
    await store.runJob("reconcile")
  }

  describe("a creation", () => {
    const create = { method: "POST", path: "/api/checkouts" } as const

    it("that fails is told to the shopper, and the next one works, when it is down, answers an error or another type, or is cut off", async () => {
      const faults = [
        { kind: "down" as const },
        { kind: "error" as const },
        // A proxy has given up.
        { kind: "error" as const, status: 408 },
        { kind: "truncated" as const },
        { kind: "wrong_types" as const },
        { kind: "slow" as const, ms: 12_000 },
      ]
      for (const fault of faults) {
        store.sandbox.fault({ ...create, ...fault, times: 1 })
        await expect(store.beginCheckout()).rejects.toMatchObject({
          response: {
            data: {
              message: expect.stringContaining("not available right now"),
            },
          },
        })
      }
      const rows = await store.ledger.listCheckouts({})
      expect(rows).toHaveLength(faults.length)
      for (const row of rows) {
        expect(row).toMatchObject({ status: null, outcome: "open" })
      }
      const { reference } = await store.beginCheckout()
      expect(rows.map(({ id }) => id)).not.toContain(reference)
      await store.sandbox.pay(reference)
      expect(await store.orders()).toHaveLength(1)
    })

    it("whose answer was lost still has its payment taken", async () => {
      store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
      await expect(store.beginCheckout()).rejects.toBeTruthy()
      const [row] = await store.ledger.listCheckouts({})
      await store.sandbox.pay(row!.id)
      expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
      expect(await store.orders()).toHaveLength(1)
    })

    it("is no proof of a payment when its answer calls it paid", async () => {
      store.sandbox.fault(createdAs({ status: "successful" }))
      const { cartId, reference } = await store.beginCheckout()
      expect((await complete(cartId)).data.type).toBe("cart")
      await later(61 * MINUTE)
      expect(await store.orders()).toEqual([])
      expect(await store.row(reference)).toMatchObject({ status: "received" })
    })

    it("has failed when its answer calls it invalid", async () => {
      store.sandbox.fault(createdAs({ status: "invalid_payload" }))
      const cartId = await store.fillCart()
      const { status, data } = await choose(cartId)
      expect([status, data.message]).toEqual([
        500,
        expect.stringContaining("Instalments are not available right now"),
      ])
      const [row] = await store.ledger.listCheckouts({ cart_id: cartId })
      expect(row).toMatchObject({
        ...{ status: "invalid_payload", outcome: "closed" },
      })
      await chosen(cartId)
    })
  })

  it("a fetch's answer about another checkout is not accepted", async () => {
    const mine = await store.beginCheckout()
    const theirs = await store.beginCheckout()
    await payUnheard(theirs.reference)
    const { checkouts } = store.sandbox
    const id = (await store.row(mine.reference)).checkout_id!
    checkouts.set(id, [...checkouts.values()].at(-1)!)
    expect(checkouts.get(id)).toMatchObject({ status: "successful" })
    const row = await store.row(mine.reference)
    await store.ledger.learning.check(row, "shopper").catch(() => null)
    expect(await store.row(mine.reference)).toMatchObject({
      ...{ status: "received", outcome: "open" },
    })
  })

  it("a proxy's 408 is not taken for the refusal of a refund, which may have been made", async () => {
    const { payment } = await boughtYesterday(store)
    const fault = { kind: "error" as const, status: 408 }
    store.sandbox.fault({ method: "POST", path: "/api/refunds", ...fault })
    const path = `/admin/payments/${payment.id}/refund`
    expect((await store.adminPost(path, { amount: 100.5 })).status).toBe(200)
    const [request] = await store.ledger.listRefundRequests({})
    expect(request).toMatchObject({ status: "in_doubt", undone_at: null })
  })

  it("the last known config opens pages while the service does not tell it", async () => {
    store.sandbox.fault({ path: "/api/config", kind: "down" })
    await store.passTime(2 * HOUR)
    await store.runJob("config")
    const { reference } = await store.beginCheckout()
    expect(await store.row(reference)).toMatchObject({ status: "received" })
  })

  // As while a bank works on it. That ends nothing: it is treated as `received`.
  describe("a status that the specification does not name", () => {
    it.each<[string, (of: Checkout) => Promise<unknown>]>([
      [
        "a shopper waits on the return page",
        ({ sessionId }) => told(sessionId),
      ],
      ["the shopper completes the cart", ({ cartId }) => complete(cartId)],
      [
        "a callback cannot be verified",
        ({ reference }) =>
          store.deliver(paid(reference), { "x-signature": "bm90IHRoaXMgb25l" }),
      ],
    ])("is asked about again when %s", async (_, come) => {
      const checkout = await store.beginCheckout()
      const { reference, sessionId } = checkout
      noCallbacks()
      await store.sandbox.setStatus(reference, "processing")
      await store.passTime(MINUTE)
      expect(await told(sessionId)).toMatchObject({ status: "pending" })
      expect(await store.row(reference)).toMatchObject({
        ...{ status: "processing", outcome: "open" },
      })
      await store.sandbox.setStatus(reference, "received")
      await store.sandbox.pay(reference)
      await store.passTime(2 * MINUTE)
      await come(checkout)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("of a new checkout gives the cart the same page again, which is asked about", async () => {
      store.sandbox.fault(createdAs({ status: "created" }))
      const { cartId, reference } = await store.beginCheckout()
      const session = await chosen(cartId)
      expect(session.data.reference).toBe(reference)
      await payUnheard(reference)
      await store.passTime(MINUTE)
      expect(await told(session.id)).toMatchObject({ status: "paid" })
    })
  })

  describe("a checkout that the service created and does not know any more", () => {
    const alerts = async () =>
      (await store.ledger.attention.read()).filter(
        ({ kind }) => kind === "unknown-checkouts"
      )
    /** The store has the keys of another account than the open pages are of. */
    const otherAccount = (status = 404) => {
      store.sandbox.set({ callbacks: { mode: "bad_signature" } })
      return store.sandbox.fault({
        ...{ kind: "error", status },
        ...{ method: "GET", path: "/api/checkouts" },
      })
    }

    it("is told of as soon as it is checked, stays open for weeks, and becomes its order when the former keys are put back", async () => {
      const { reference } = await store.beginCheckout()
      otherAccount()
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      await later(61 * MINUTE)
      expect(await alerts()).toMatchObject([{ count: 1, resolution: null }])
      for (let day = 0; day < 10; day++) {
        await later(DAY)
      }
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "open", status: "received" },
        unknown_at: expect.any(Date),
      })
      expect(await alerts()).toMatchObject([{ count: 1, resolution: null }])
      const path = `/admin/instalments/checkouts/${reference}`
      const { data } = await store.adminGet(path)
      const said = data.checkout.timeline.find(
        ({ kind }: { kind: string }) => kind === "asked"
      )
      expect(said.text).toContain("keys those of another account")
      store.sandbox.clearFaults()
      await later(30 * DAY)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", unknown_at: null },
      })
      expect(await alerts()).toEqual([])
    })

    it.each([403, 408])(
      "is not told of when the question is answered %i, and is asked about within an hour",
      async (status) => {
        const { reference } = await store.beginCheckout()
        otherAccount(status)
        await store.sandbox.pay(reference, { numberOfPayments: 3 })
        await later(61 * MINUTE)
        expect(await alerts()).toEqual([])
        store.sandbox.clearFaults()
        await later(61 * MINUTE)
        expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      }
    )

    it("is checked ever less often, and closed as any other when the service says after all that nobody paid it", async () => {
      const { reference } = await store.beginCheckout()
      otherAccount()
      for (let day = 0; day < 10; day++) {
        await later(DAY)
      }
      const checks = asked()
      for (let week = 0; week < 25; week++) {
        await later(7 * DAY)
      }
      expect(asked() - checks).toBe(2)
      store.sandbox.clearFaults()
      await later(200 * DAY)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "closed", unknown_at: null },
      })
      expect(await alerts()).toEqual([])
    })
  })

  it.each<[string, (session: string) => Promise<unknown>]>([
    ["the job", () => store.runJob("reconcile")],
    ["the return page in another tab", told],
  ])(
    "a payment is not contradicted by what %s was told before it came",
    async (_, check) => {
      const { reference, sessionId } = await store.beginCheckout()
      await store.passTime(61 * MINUTE)
      store.sandbox.fault({
        ...{ kind: "slow", method: "GET", path: "/api/checkouts" },
        ...{ ms: 2_000, times: 1 },
      })
      const answered = check(sessionId)
      await eventually(() => asked() > 0)
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      await answered
      expect(asked()).toBe(1)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", contradiction: null },
      })
    }
  )

  describe("a payment that the service no longer calls successful", () => {
    const CONTRADICTED = { outcome: "placed", contradiction: "cancelled" }
    async function contradicted() {
      const { reference } = await store.buy()
      await store.sandbox.setStatus(reference, "cancelled")
      await store.adminPost(`/admin/instalments/checkouts/${reference}/check`)
      expect(await store.row(reference)).toMatchObject(CONTRADICTED)
      return reference
    }

    it("is checked again by itself until the service calls it so", async () => {
      const reference = await contradicted()
      await later(HOUR)
      expect(await store.row(reference)).toMatchObject(CONTRADICTED)
      await store.sandbox.setStatus(reference, "successful")
      await later(DAY)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", contradiction: null, next_check_at: null },
      })
      const checks = asked()
      await later(7 * DAY)
      expect(asked()).toBe(checks)
    })

    it("is checked once a day at most when it is old, also while the service refuses to answer", async () => {
      const reference = await contradicted()
      await later(10 * DAY)
      store.sandbox.fault({
        ...{ kind: "error", status: 404 },
        ...{ method: "GET", path: "/api/checkouts" },
      })
      const checks = asked()
      for (let hour = 0; hour < 48; hour += 4) {
        await later(4 * HOUR)
      }
      expect(asked() - checks).toBe(2)
      expect(await store.row(reference)).toMatchObject(CONTRADICTED)
    })
  })
})

type Checkout = { cartId: string; sessionId: string; reference: string }
