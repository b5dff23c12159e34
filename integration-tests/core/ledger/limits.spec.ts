import { countStatements } from "../../harness/count-statements"
import {
  URGENCIES,
  type Endpoint,
  type Urgency,
} from "../../../src/modules/instalments/limits/endpoints"
import { RequestLimits } from "../../../src/modules/instalments/limits/request-limits"
import { withLedger } from "./database/with-ledger"

const BY_ID = "GET /api/checkouts/:id"

withLedger((ledger) => {
  describe("the shares of two processes", () => {
    let processes: RequestLimits[]
    beforeEach(() => {
      processes = [ledger.db, ledger.process()].map(
        (db) => new RequestLimits(db)
      )
    })

    /** Asks so often at once in each process; answers how many may go. */
    async function ask(endpoint: Endpoint, urgency: Urgency, times: number) {
      const taken = await Promise.all(
        processes.flatMap((limits) =>
          Array.from({ length: times }, () => limits.take(endpoint, urgency))
        )
      )
      return taken.filter(({ waitMs }) => waitMs === 0).length
    }

    it("are counted together: whichever class asks first, each gets its own", async () => {
      expect(await ask(BY_ID, "background", 5)).toBe(2)
      expect(await ask(BY_ID, "on_demand", 5)).toBe(1)
      expect(await ask(BY_ID, "shopper", 5)).toBe(2)
    })

    it("hold when all of them ask at once", async () => {
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

    it("have one pause, which a later and shorter 429 does not end sooner", async () => {
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

    it("are only read, not written, for a request that has to wait", async () => {
      await ask(BY_ID, "on_demand", 5)
      const { statements } = await countStatements(ledger.db, () =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            processes[0]!.take(BY_ID, "on_demand")
          )
        )
      )
      expect(statements).toBe(20)
    })
  })
})
