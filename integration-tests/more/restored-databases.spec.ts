import { Modules } from "@medusajs/framework/utils"
import { releaseAndSend } from "../../src/workflows/refunds/send"
import { A_DUMP, AN_HOUR, ANOTHER, backup } from "../harness/backup"
import { boughtYesterday, tomorrowMorning } from "../harness/calendar"
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
 * A database that is older than what was sent: restored from a backup, or a standby
 * that took over. What it does not know of may not be sent again.
 */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, refundByCode, requests, atService } = actions
  const { later, retry, withdraw, alerts } = actions
  const passes = async (...runs: number[]) => {
    for (const minutes of runs) {
      await later(minutes)
    }
  }
  const sendNow = async () => {
    const [row] = await requests()
    const now = { maxWaitMs: 0, urgency: "on_demand" as const }
    return store.ledger.sending.send(row!, now)
  }

  /** Refunds that wait for tomorrow, in the backup. */
  async function dueTomorrow(...amounts: number[]) {
    const bought = await store.buy()
    for (const amount of amounts) {
      expect((await refund(bought.payment, amount)).status).toBe(200)
    }
    await store.runJob("refunds")
    expect(await requests()).toMatchObject(
      amounts.map(() => ({ status: "scheduled" }))
    )
    return { ...bought, restore: await backup(store.db) }
  }

  /** The same, and it was sent after the backup. */
  async function sentSince(amount: number) {
    const due = await dueTomorrow(amount)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    const sent = (await requests()).at(-1)!
    expect(sent).toMatchObject({ refund_request_id: expect.any(String) })
    return { ...due, sent }
  }

  it("knows a refund of more than half by what the service lists, and neither sends nor withdraws it, before the job has seen that and after", async () => {
    const { order, restore, sent } = await sentSince(MOST)
    await restore(AN_HOUR)
    expect(await sendNow()).toBeNull()
    expect((await withdraw(sent.id)).status).toBe(409)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "in_doubt", last_error: expect.stringContaining("restored") },
    ])
    expect((await withdraw(sent.id)).status).toBe(409)
    await passes(2, 2, 2, 60)
    expect(atService()).toEqual([100_000])
    expect(await requests()).toMatchObject([
      { refund_request_id: sent.refund_request_id, held_reason: null },
    ])
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: MOST,
    })
  })

  it.each([
    ["a standby that takes over", ANOTHER, false],
    [
      "a dump of some minutes ago, whose server nobody may ask for",
      A_DUMP,
      true,
    ],
  ])(
    "leaves a smaller one to a person, in %s, and neither sends nor withdraws it",
    async (_, sign, isSecret) => {
      if (isSecret) {
        await store.db.raw(
          "create or replace function instalments_server() returns text return null"
        )
      }
      const { restore, sent } = await sentSince(PART)
      await restore(sign)
      expect(await sendNow()).toBeNull()
      expect((await withdraw(sent.id)).status).toBe(409)
      await passes(0, 2, 12, 12)
      expect(atService()).toEqual([10_050])
      const id = String(sent.refund_request_id)
      expect(await requests()).toMatchObject([
        { status: "in_doubt", held_reason: expect.stringContaining(id) },
      ])
    }
  )

  it("sends all parts of a payment that were due while no job ran, once the list has lacked them twice, and calls none sent before", async () => {
    const { reference, restore } = await dueTomorrow(PART, 70)
    await tomorrowMorning(store)
    await restore(AN_HOUR)
    for (const minutes of [0, 2, 2]) {
      await later(minutes)
      expect(atService()).toEqual([])
    }
    const path = `/admin/instalments/checkouts/${reference}`
    const told = JSON.stringify((await store.adminGet(path)).data)
    expect(told).toMatch(/may have been sent while no job ran/)
    expect(told).not.toMatch(/was sent and no answer came/)
    await passes(11, 2, 2, 2)
    expect(atService()).toEqual([10_050, 7_000])
    for (const { held_reason } of await requests()) {
      expect(held_reason).toBeNull()
    }
  })

  it("sends a refund also with a job that runs each quarter of an hour only", async () => {
    await dueTomorrow(PART)
    await tomorrowMorning(store)
    for (let run = 0; run < 5; run++) {
      await store.db.raw(
        "update instalments_job_run set alive_at = alive_at - interval '15 minutes'"
      )
      await later(15)
    }
    expect(atService()).toEqual([10_050])
  })

  it("sends no refund twice that was released and sent since", async () => {
    const { order, payment } = await boughtYesterday(store)
    await store.runJob("refunds")
    const bus = store.container.resolve(Modules.EVENT_BUS)
    const release = jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValue()
    await refundByCode(payment, PART)
    expect(await requests()).toMatchObject([{ status: "filed" }])
    const takeOver = await backup(store.db)
    release.mockRestore()
    await releaseAndSend(store.container, order.id)
    expect(atService()).toHaveLength(1)
    await takeOver(ANOTHER)
    await passes(0, 3, 1, 1, 1, 12, 1)
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { status: "in_doubt", held_reason: expect.any(String) },
    ])
  })

  describe("a refund that core was booking, and that was sent since,", () => {
    /** The standby has it half booked: so the standby drops it. */
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
      await passes(0, 3)
      expect(await alerts()).toMatchObject([
        {
          text: expect.stringMatching(
            /^Medusa has not booked this refund.*it may have been sent/
          ),
        },
      ])
      return bought
    }

    it("is warned of and listed, and looked up before it is sent when the merchant asks for it again", async () => {
      const { payment } = await halfBookedThenSent((bought) =>
        refund(bought.payment, PART)
      )
      await passes(61, 1)
      const { rows } = await store.ledger.unmatchedRefunds.newest(10)
      expect(rows).toMatchObject([{ amount: 10_050 }])
      // Of another amount it is another one, and takes no warning away.
      expect((await refund(payment, 200)).status).toBe(200)
      expect(await alerts()).toHaveLength(1)
      expect((await refund(payment, PART)).status).toBe(200)
      await passes(1, 61, 61)
      expect(atService()).toEqual([10_050, 20_000])
      expect(await alerts()).toMatchObject([
        { kind: "refund-in-doubt", actions: ["end-doubt", "retry"] },
      ])
    })

    it("is found when the merchant cancels the order again", async () => {
      const { order } = await halfBookedThenSent((bought) =>
        cancel(bought.order)
      )
      expect((await cancel(order)).status).toBe(200)
      await passes(3, 3, 61, 1)
      expect(atService()).toEqual([139_955])
      expect(await alerts()).toEqual([])
    })
  })

  it("does not take for seen before what a person has read right after the take-over", async () => {
    const { payment } = await boughtYesterday(store)
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    expect((await refund(payment, 70)).status).toBe(200)
    await store.runJob("refunds")
    await store.db("instalments_refund_request").update({
      ...{ held_reason: "A person has to end it.", next_check_at: null },
    })
    const [held] = await requests()
    const second = await store.buy()
    expect((await refund(second.payment, PART)).status).toBe(200)
    await store.runJob("refunds")
    const restore = await backup(store.db)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    await restore(ANOTHER)
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    expect((await retry(held!.id)).status).toBe(200)
    await passes(1, 2, 2, 11, 2, 2)
    expect(atService()).toEqual([7_000, 10_050])
  })

  it("sends nothing twice that becomes its own once it names its former address", async () => {
    const { options } = store.ledger
    const real = options.backendUrl
    options.environment = "production"
    try {
      const { restore } = await sentSince(PART)
      await restore(ANOTHER)
      options.backendUrl = "https://new.shop.example"
      await passes(0, 1, 61)
      options.furtherBackendUrls = [real]
      await passes(1, 2, 2, 12, 2)
      expect(atService()).toEqual([10_050])
    } finally {
      options.environment = "sandbox"
      options.furtherBackendUrls = []
    }
  })
})
