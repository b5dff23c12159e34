import { mostOf } from "../../src/modules/instalments/limits/endpoints"
import { MINUTE } from "../harness/calendar"
import { linkActions } from "../harness/link-actions"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const BY_ID = "GET /api/checkouts/:id"

withStore((store) => {
  const paid = (reference: string) => ({
    client_reference_id: reference,
    status: "successful",
    number_of_payments: 3,
  })
  const askedById = () => store.sandbox.journal.counts[BY_ID] ?? 0
  const statusOf = async (sessionId: string) => {
    const path = `/store/instalments/payment-sessions/${sessionId}`
    return (await store.get(path)).data.payment.status
  }

  /** Checkouts whose shoppers have paid and whose callbacks are lost. */
  async function paidUnseen(count: number) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    const checkouts = []
    for (let i = 0; i < count; i++) {
      const checkout = await store.beginCheckout()
      await store.sandbox.pay(checkout.reference)
      checkouts.push(checkout)
    }
    await store.passTime(20_000)
    return checkouts
  }

  /** Many unsigned callbacks for these checkouts. */
  async function floodOfCallbacks(references: string[]) {
    const answers = await Promise.all(
      references.flatMap((reference) =>
        Array.from({ length: 10 }, () => store.deliver(paid(reference), {}))
      )
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  }

  /** Stops the clock of the limits: all requests fall into one window, and no wait lasts. */
  function stopClock() {
    const { limits } = store.ledger
    const { pause } = limits.stopwatch
    const now = Date.now()
    let elapsed = 0
    limits.clock = () => now
    limits.stopwatch = { pause, elapsed: () => (elapsed += MINUTE) }
  }
  function startClock() {
    const { limits } = store.ledger
    const { pause } = limits.stopwatch
    delete limits.clock
    limits.stopwatch = { pause, elapsed: () => performance.now() }
  }

  describe("a shopper whose callback was lost", () => {
    beforeEach(stopClock)
    afterEach(startClock)

    it("is served at once beside a flood of unverified callbacks and due background work", async () => {
      const pending = []
      for (let i = 0; i < 3; i++) {
        pending.push((await store.beginCheckout()).reference)
      }
      await floodOfCallbacks(pending)
      await store.passTime(2 * 60 * MINUTE)
      await store.runJob("reconcile")
      await floodOfCallbacks(pending)
      const others = askedById()
      expect(others).toBe(3)
      const [checkout] = await paidUnseen(1)
      expect(await statusOf(checkout!.sessionId)).toBe("paid")
      expect(askedById()).toBe(others + 1)
      expect(store.sandbox.journal.violations).toEqual({})
    })
  })

  describe("a shopper who looked before paying", () => {
    beforeEach(stopClock)
    afterEach(startClock)

    it("is told the order five seconds after that look", async () => {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { reference, sessionId } = await store.beginCheckout()
      expect(await statusOf(sessionId)).toBe("pending")
      expect(askedById()).toBe(0)
      await store.passTime(5_000)
      expect(await statusOf(sessionId)).toBe("pending")
      expect(askedById()).toBe(1)
      await store.sandbox.pay(reference)
      await store.passTime(5_000)
      expect(await statusOf(sessionId)).toBe("paid")
    })

    it.each([
      ["", 5, {}],
      [", also with two pages open", 3, { email: "thandi@example.org" }],
    ])(
      "leaves another shopper the last request of their share%s",
      async (_, looks, change) => {
        store.sandbox.set({ callbacks: { mode: "never" } })
        const { cartId } = await store.beginCheckout()
        await store.post(`/store/carts/${cartId}`, change)
        const { data } = await tryInstalments(store, cartId)
        const sessionId = data.payment_collection.payment_sessions[0].id
        for (let look = 0; look < looks; look++) {
          await store.passTime(5_000)
          await statusOf(sessionId)
        }
        expect(askedById()).toBe(mostOf(BY_ID, "shopper") - 1)
        const [other] = await paidUnseen(1)
        expect(await statusOf(other!.sessionId)).toBe("paid")
        expect(store.sandbox.journal.violations).toEqual({})
      }
    )

    it("leaves it also where a link's page looks again by itself", async () => {
      const { linkOfOwing, open, press, opened } = linkActions(store)
      const { id, url } = await linkOfOwing()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await press(url)
      await store.passTime(21 * MINUTE)
      await press(url)
      expect(await opened(id)).toHaveLength(2)
      const [one, other] = await paidUnseen(2)
      await store.db("instalments_request_limit").delete()
      expect(await statusOf(one!.sessionId)).toBe("paid")
      await open(`${url}?back=1`)
      expect(await statusOf(other!.sessionId)).toBe("paid")
    })
  })

  describe("a flood of shoppers", () => {
    beforeEach(stopClock)
    afterEach(startClock)

    it("leaves an unverified callback and the background work their requests", async () => {
      const checkouts = await paidUnseen(6)
      for (const { sessionId } of checkouts) {
        await statusOf(sessionId)
      }
      const shoppers = mostOf(BY_ID, "shopper")
      expect(askedById()).toBe(shoppers)
      const unseen = checkouts.slice(shoppers)
      const unverified = await store.deliver(paid(unseen[0]!.reference), {})
      expect(unverified.status).toBe(200)
      await store.passTime(2 * 60 * MINUTE)
      await store.runJob("reconcile")
      expect(askedById()).toBe(shoppers + 2)
      expect(store.sandbox.journal.violations).toEqual({})
    })
  })

  describe("a flood of callbacks that are not believed", () => {
    const counted = async () => (await store.ledger.health.unverified())?.count

    it("is counted completely over HTTP", async () => {
      await Promise.all(
        Array.from({ length: 50 }, () => store.deliver(paid("nobody's"), {}))
      )
      expect(await counted()).toBe(50)
    })

    it("is answered 401 while the database cannot count, and counted again after", async () => {
      const { db } = store
      await db.raw("alter table instalments_kept_value rename to away")
      const answer = await store.deliver(paid("nobody's"), {})
      await db.raw("alter table away rename to instalments_kept_value")
      expect(answer.status).toBe(401)
      await store.deliver(paid("nobody's"), {})
      expect(await counted()).toBe(1)
    })

    it("has one line in the log a minute, not one for each", async () => {
      const logger = store.container.resolve("logger")
      const warn = jest.spyOn(logger, "warn").mockImplementation(() => {})
      await store.passTime(2 * MINUTE)
      for (let i = 0; i < 5; i++) {
        await store.deliver(paid("nobody's"), {})
      }
      await store.passTime(MINUTE)
      await store.deliver(paid("nobody's"), {})
      const lines = warn.mock.calls.map(([line]) => String(line))
      warn.mockRestore()
      const ours = lines.filter((line) => line.includes("was not believed"))
      expect(ours).toHaveLength(2)
      expect(ours[1]).toMatch(/\(4 more like it .*reference="nobody's"/)
    })
  })
})
