import { countStatements } from "../../benchmarks/measure/statements"
import { StoreDatabase } from "../../src/modules/instalments/health/database"
import {
  mostOf,
  URGENCIES,
  type Endpoint,
  type Urgency,
} from "../../src/modules/instalments/limits/endpoints"
import { RequestLimits } from "../../src/modules/instalments/limits/request-limits"
import { MINUTE } from "../store/calendar"
import { withStore } from "../store/with-store"

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

  describe("the shares of two processes", () => {
    let other: StoreDatabase
    let processes: RequestLimits[]
    beforeEach(() => {
      const { databaseUrl } =
        store.container.resolve("configModule").projectConfig
      other = new StoreDatabase({ databaseUrl, databaseSchema: "public" })
      processes = [new RequestLimits(store.db), other.limits]
    })
    afterEach(() => other.close())

    /**
     * Makes this many requests at once in each process; answers how many were
     * allowed.
     */
    async function ask(endpoint: Endpoint, urgency: Urgency, times: number) {
      const taken = await Promise.all(
        processes.flatMap((limits) =>
          Array.from({ length: times }, () => limits.take(endpoint, urgency))
        )
      )
      return taken.filter(({ waitMs }) => waitMs === 0).length
    }

    it("are one count: each class gets its share, in any order", async () => {
      expect(await ask(BY_ID, "background", 5)).toBe(2)
      expect(await ask(BY_ID, "on_demand", 5)).toBe(1)
      expect(await ask(BY_ID, "shopper", 5)).toBe(2)
    })

    it("hold when all classes ask at the same time", async () => {
      const granted = await Promise.all(
        URGENCIES.map((urgency) => ask(BY_ID, urgency, 5))
      )
      expect(granted.reduce((sum, one) => sum + one)).toBe(5)
      expect(granted[0]).toBeGreaterThanOrEqual(2)
      expect(granted[1]).toBeGreaterThanOrEqual(1)
      expect(granted[2]).toBeGreaterThanOrEqual(1)
    })

    it.each<[Endpoint, Urgency, Urgency]>([
      ["GET /api/checkouts", "shopper", "background"],
      ["GET /api/refunds", "on_demand", "background"],
      ["POST /api/refunds", "on_demand", "background"],
    ])(
      "take turns at %s, where one request goes at a time",
      async (endpoint, one, another) => {
        let now = Date.now()
        processes.forEach((limits) => (limits.clock = () => now))
        const tick = endpoint.startsWith("POST") ? 250 : 15_000
        const served: Urgency[] = []
        for (let step = 0; step < 40; step++) {
          for (const [i, urgency] of [one, another].entries()) {
            const { waitMs, passage } = await processes[i]!.take(
              endpoint,
              urgency
            )
            if (waitMs === 0) {
              served.push(urgency)
              await passage.end()
            }
          }
          now += tick
        }
        expect(served.length).toBeGreaterThanOrEqual(7)
        served.forEach((urgency, i) =>
          expect(urgency).toBe(i % 2 === 0 ? one : another)
        )
      }
    )

    it("have one pause, which a later 429 does not shorten", async () => {
      const [first, second] = processes
      const one = await first!.take("POST /api/checkouts", "shopper")
      const two = await second!.take("POST /api/checkouts", "shopper")
      await one.passage.refused(40)
      await two.passage.refused(5)
      for (const limits of processes) {
        const waitMs = await limits.wait("POST /api/checkouts", "shopper")
        expect(waitMs).toBeGreaterThan(30_000)
      }
    })

    it("cost a refused request a read, and no write", async () => {
      await ask(BY_ID, "on_demand", 5)
      const { statements } = await countStatements(store.db, () =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            processes[0]!.take(BY_ID, "on_demand")
          )
        )
      )
      expect(statements).toBe(20)
    })
  })

  describe("a flood of callbacks that are not believed", () => {
    const count = () => store.ledger.callbacks.countUnverified("No signature.")
    const tally = async () => (await store.ledger.listTallies({}))[0]?.count

    it("is counted by one statement for all that come while another one runs", async () => {
      const { db } = store
      const counting = new Promise((sent) => db.once("query", sent))
      const { statements } = await countStatements(db, async () => {
        const first = count()
        await counting
        await Promise.all([first, ...Array.from({ length: 30 }, count)])
      })
      expect(statements).toBe(2)
      expect(await tally()).toBe(31)
    })

    it("is counted completely over HTTP", async () => {
      await Promise.all(
        Array.from({ length: 50 }, () => store.deliver(paid("nobody's"), {}))
      )
      expect(await tally()).toBe(50)
    })

    it("is answered 401 while the database cannot count, and counted again after", async () => {
      const { db } = store
      await db.raw("alter table instalments_tally rename to away")
      const answer = await store.deliver(paid("nobody's"), {})
      await db.raw("alter table away rename to instalments_tally")
      expect(answer.status).toBe(401)
      await store.deliver(paid("nobody's"), {})
      expect(await tally()).toBe(1)
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
