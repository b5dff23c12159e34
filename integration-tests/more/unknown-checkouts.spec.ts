import { MINUTE } from "../harness/calendar"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

withStore((store) => {
  const asked = () =>
    store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0
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
  const later = async (ms: number) => {
    await store.passTime(ms)
    await store.runJob("reconcile")
  }

  describe("a checkout that the service created and does not know any more", () => {
    it("is told of as soon as it is checked, and is not closed after a week", async () => {
      const { reference } = await store.beginCheckout()
      otherAccount()
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      await later(61 * MINUTE)
      expect(await alerts()).toMatchObject([{ count: 1, resolution: null }])
      for (let day = 0; day < 10; day++) {
        await later(DAY)
      }
      expect(await store.row(reference)).toMatchObject({
        ...{
          outcome: "open",
          status: "received",
          unknown_at: expect.any(Date),
        },
      })
      expect(await alerts()).toMatchObject([{ count: 1, resolution: null }])
      const { data } = await store.adminGet(
        `/admin/instalments/checkouts/${reference}`
      )
      const said = data.checkout.timeline.find(
        ({ kind }: { kind: string }) => kind === "asked"
      )
      expect(said.text).toContain("keys those of another account")
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

    it("becomes its order, and the alert goes, when the former keys are put back", async () => {
      const { reference } = await store.beginCheckout()
      otherAccount()
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      await later(61 * MINUTE)
      await later(8 * DAY)
      expect(await alerts()).toHaveLength(1)
      store.sandbox.clearFaults()
      await later(30 * DAY)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", unknown_at: null },
      })
      expect(await alerts()).toEqual([])
    })

    it("is closed as any other when the service says after all that nobody paid it", async () => {
      const { reference } = await store.beginCheckout()
      otherAccount()
      await later(61 * MINUTE)
      await later(8 * DAY)
      store.sandbox.clearFaults()
      await later(30 * DAY)
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "closed", unknown_at: null },
      })
      expect(await alerts()).toEqual([])
    })

    it("is checked ever less often, as a service may forget what nobody paid", async () => {
      await store.beginCheckout()
      otherAccount()
      for (let day = 0; day < 10; day++) {
        await later(DAY)
      }
      const checks = asked()
      for (let week = 0; week < 25; week++) {
        await later(7 * DAY)
      }
      expect(asked() - checks).toBe(2)
    })
  })
})
