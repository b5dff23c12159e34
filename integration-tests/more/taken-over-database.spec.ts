import { Modules } from "@medusajs/framework/utils"
import { trackRefundsWorkflow } from "../../src/workflows"
import { releaseAndSend } from "../../src/workflows/refunds/send"
import { ANOTHER, backup } from "../harness/backup"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** Of R 1 399,55: more than half, so the service accepts no second one. */
const MOST = 1_000
const PART = 100.5

type Bought = Awaited<ReturnType<typeof boughtYesterday>>
type Asked = Promise<{ status: number }>

/**
 * A standby that takes over lacks the last second: what was sent in it may not be sent
 * again, whatever the standby knows of it.
 */
withStore((store) => {
  const { atService, cancel, refund, refundByCode, requests } =
    refundActions(store)
  const later = async (minutes: number) => {
    // The list may be read once a minute; the test does not wait for that.
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }

  /** A refund that the standby has as `filed`, and that was sent. */
  async function filedThenSent(amount: number) {
    const bought = await boughtYesterday(store)
    await store.runJob("refunds")
    const bus = store.container.resolve(Modules.EVENT_BUS)
    const release = jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValue()
    await refundByCode(bought.payment, amount)
    expect(await requests()).toMatchObject([{ status: "filed" }])
    const takeOver = await backup(store.db)
    release.mockRestore()
    await releaseAndSend(store.container, bought.order.id)
    expect(atService()).toHaveLength(1)
    await takeOver(ANOTHER)
    return bought
  }

  /** A refund that the standby has as due the next morning, and that was sent then. */
  async function scheduledThenSent() {
    const bought = await store.buy()
    expect((await refund(bought.payment, PART)).status).toBe(200)
    await store.runJob("refunds")
    const takeOver = await backup(store.db)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toContain(10_050)
    return { ...bought, takeOver: () => takeOver(ANOTHER) }
  }

  it("sends no refund twice that was released and sent since", async () => {
    await filedThenSent(PART)
    for (const minutes of [0, 3, 1, 1, 1, 12, 1]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { status: "in_doubt", held_reason: expect.any(String) },
    ])
  })

  it("finds such a refund in the list where the service takes no second one", async () => {
    const { order } = await filedThenSent(MOST)
    for (const minutes of [0, 3, 1, 1, 1, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([100_000])
    const [row] = await requests()
    expect(row).toMatchObject({ refund_request_id: expect.any(String) })
    expect(await store.ledger.attention.read(row!.reference)).toEqual([])
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: MOST,
    })
  })

  describe("a refund that core was booking", () => {
    const alerts = async () =>
      (await store.ledger.attention.read()).filter(
        ({ kind, resolution }) => kind !== "config-old" && !resolution
      )
    const warning = {
      text: expect.stringMatching(
        /^Medusa has not booked this refund.*it may have been sent/
      ),
    }

    /** The standby has it half booked, and it was sent: so the standby drops it. */
    async function halfBookedThenSent(ask: (bought: Bought) => Asked) {
      const bought = await boughtYesterday(store)
      await store.runJob("refunds")
      const { reached, resume } = await pauseAtWrite(
        store.db,
        "order_transaction",
        "new.reference = 'refund'"
      )
      const asked = ask(bought)
      await reached()
      const takeOver = await backup(store.db)
      await resume()
      expect((await asked).status).toBe(200)
      await eventually(() => atService().length > 0)
      await takeOver(ANOTHER)
      for (const minutes of [0, 3]) {
        await later(minutes)
      }
      return bought
    }

    it("may have been sent, as its alert says, and the service's is listed", async () => {
      await halfBookedThenSent(({ payment }) => refund(payment, PART))
      for (const minutes of [61, 1]) {
        await later(minutes)
      }
      expect(await requests()).toMatchObject([{ status: "refused" }])
      expect(await alerts()).toMatchObject([warning])
      const { rows } = await store.ledger.unmatchedRefunds.newest(10)
      expect(rows).toMatchObject([{ amount: 10_050 }])
    })

    it("is looked up before it is sent when the merchant asks for it again", async () => {
      const { payment } = await halfBookedThenSent((bought) =>
        refund(bought.payment, PART)
      )
      // Of another amount it is another one, and takes no warning away.
      expect((await refund(payment, 200)).status).toBe(200)
      expect(await alerts()).toMatchObject([warning])
      expect((await refund(payment, PART)).status).toBe(200)
      for (const minutes of [1, 61, 61]) {
        await later(minutes)
      }
      expect(atService()).toEqual([10_050, 20_000])
      expect(await alerts()).toMatchObject([
        { kind: "refund-in-doubt", actions: ["end-doubt", "retry"] },
      ])
    })

    it("is found when the merchant cancels the order again", async () => {
      const { order } = await halfBookedThenSent((bought) =>
        cancel(bought.order)
      )
      expect(await alerts()).toMatchObject([warning])
      expect((await cancel(order)).status).toBe(200)
      for (const minutes of [3, 3, 61, 1]) {
        await later(minutes)
      }
      expect(atService()).toEqual([139_955])
      expect(await alerts()).toEqual([])
    })
  })

  it("does not take for seen before what a run's second half reads after it", async () => {
    const { takeOver } = await scheduledThenSent()
    await takeOver()
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await trackRefundsWorkflow(store.container).run()
    for (const minutes of [1, 2, 2, 11, 2, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050])
  })

  it("does not take for seen before what a page shows that was read as it took over", async () => {
    const { payment } = await store.buy()
    expect((await refund(payment, PART)).status).toBe(200)
    await store.runJob("refunds")
    const takeOver = await backup(store.db)
    await tomorrowMorning(store)
    const { reached, resume } = await pauseAtWrite(
      store.db,
      "instalments_sweep",
      "new.id like 'page of%'"
    )
    const run = store.runJob("refunds")
    await reached()
    expect(atService()).toEqual([10_050])
    await takeOver(ANOTHER)
    await resume()
    await run
    for (const minutes of [1, 2, 2, 12, 2, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050])
  })

  it("does not take for seen before what a person has read right after it", async () => {
    const { payment } = await boughtYesterday(store)
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    expect((await refund(payment, 70)).status).toBe(200)
    await store.runJob("refunds")
    await store.db("instalments_refund_request").update({
      ...{ held_reason: "A person has to end it.", look_after: null },
    })
    const [held] = await requests()
    const { takeOver } = await scheduledThenSent()
    await takeOver()
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    const path = `/admin/instalments/refund-requests/${held!.id}/retry`
    expect((await store.adminPost(path)).status).toBe(200)
    for (const minutes of [1, 2, 2, 11, 2, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([7_000, 10_050])
  })

  describe("of a store that is in production", () => {
    const NEW = "https://new.shop.example"
    let real: string
    beforeEach(() => {
      store.ledger.options.environment = "production"
      real = store.ledger.options.backendUrl
    })
    afterEach(() => {
      Object.assign(store.ledger.options, {
        ...{ environment: "sandbox", backendUrl: real },
        furtherBackendUrls: [],
      })
    })

    it("sends nothing twice that becomes its own once it names its former address", async () => {
      const { takeOver } = await scheduledThenSent()
      await takeOver()
      store.ledger.options.backendUrl = NEW
      for (const minutes of [0, 1, 61]) {
        await later(minutes)
      }
      store.ledger.options.furtherBackendUrls = [real]
      for (const minutes of [1, 2, 2, 12, 2]) {
        await later(minutes)
      }
      expect(atService()).toEqual([10_050])
    })

    it("sends nothing twice after a worker with another address has run the job first", async () => {
      const { takeOver } = await scheduledThenSent()
      await takeOver()
      store.ledger.options.backendUrl = NEW
      await later(0)
      store.ledger.options.backendUrl = real
      for (const minutes of [1, 2, 2, 12, 2]) {
        await later(minutes)
      }
      expect(atService()).toEqual([10_050])
    })
  })
})
