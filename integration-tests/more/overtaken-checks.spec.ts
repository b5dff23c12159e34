import { MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE

withStore((store) => {
  const asked = () =>
    store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0
  const differencesOf = async (reference: string) => {
    const { data } = await store.adminGet("/admin/instalments/statement")
    const { differences }: { differences: { reference: string }[] } =
      data.statement
    return differences.filter((one) => one.reference === reference)
  }

  describe("a payment that is learnt while the service takes its time to answer a check", () => {
    /** The shopper pays before the answer comes, which was given before that. */
    async function paidDuring(check: (session: string) => Promise<unknown>) {
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
      return reference
    }

    it.each<[string, (session: string) => Promise<unknown>]>([
      ["the job", () => store.runJob("reconcile")],
      [
        "the return page in another tab",
        (session) =>
          store.get(`/store/instalments/payment-sessions/${session}`),
      ],
    ])("is not contradicted by what %s was told", async (_, check) => {
      const reference = await paidDuring(check)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", contradiction: null, look_after: null },
      })
      expect(await differencesOf(reference)).toEqual([])
    })
  })

  describe("a payment that the service no longer calls successful", () => {
    async function contradicted() {
      const { reference } = await store.buy()
      await store.sandbox.setStatus(reference, "cancelled")
      await store.adminPost(`/admin/instalments/checkouts/${reference}/check`)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", contradiction: "cancelled" },
      })
      return reference
    }
    const later = async (hours: number) => {
      await store.passTime(hours * HOUR)
      await store.runJob("reconcile")
    }

    it("is checked again by itself until the service calls it so", async () => {
      const reference = await contradicted()
      await later(1)
      expect(await store.row(reference)).toMatchObject({
        contradiction: "cancelled",
      })
      await store.sandbox.setStatus(reference, "successful")
      await later(24)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", contradiction: null, look_after: null },
      })
      const checks = asked()
      await later(7 * 24)
      expect(asked()).toBe(checks)
    })

    it("is checked once a day at most when it is old, also while the service refuses to answer", async () => {
      const reference = await contradicted()
      await later(10 * 24)
      store.sandbox.fault({
        ...{ kind: "error", status: 404 },
        ...{ method: "GET", path: "/api/checkouts" },
      })
      const checks = asked()
      for (let hour = 0; hour < 48; hour += 4) {
        await later(4)
      }
      expect(asked() - checks).toBe(2)
      expect(await store.row(reference)).toMatchObject({
        contradiction: "cancelled",
      })
    })
  })
})
