import { A_DUMP, AN_HOUR, ANOTHER, backup } from "../harness/backup"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** Of R 1 399,55: more than half, so the service accepts no second one. */
const MOST = 1_000
const PART = 100.5

withStore((store) => {
  const { atService, refund, requests } = refundActions(store)
  const later = async (minutes: number) => {
    // The list may be read once a minute; the test does not wait for that.
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }

  /** A refund that waits for tomorrow, in the backup. */
  async function dueTomorrow(amount: number, sign = AN_HOUR) {
    const bought = await store.buy()
    const { status } = await refund(bought.payment, amount)
    expect(status).toBe(200)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "scheduled" }])
    const restore = await backup(store.db)
    return { ...bought, restore: () => restore(sign) }
  }

  describe.each([
    ["the backup of an hour ago from which the database is restored", AN_HOUR],
    ["the last that a standby has, which takes over", ANOTHER],
  ])("a refund that was sent after %s", (_, sign) => {
    it("is not sent twice, and is known by what the service lists", async () => {
      const { order, restore } = await dueTomorrow(MOST, sign)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [sent] = await requests()
      expect(sent).toMatchObject({ refund_request_id: expect.any(String) })
      await restore()
      await store.runJob("refunds")
      expect(await requests()).toMatchObject([
        { status: "in_doubt", last_error: expect.stringContaining("restored") },
      ])
      for (const minutes of [2, 2, 2, 60]) {
        await later(minutes)
      }
      expect(atService()).toEqual([100_000])
      expect(await requests()).toMatchObject([
        { refund_request_id: sent!.refund_request_id, held_reason: null },
      ])
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: MOST,
      })
    })

    it("is left to a person when the service would accept a second one", async () => {
      const { restore } = await dueTomorrow(PART, sign)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [sent] = await requests()
      await restore()
      for (const minutes of [0, 2, 12, 12]) {
        await later(minutes)
      }
      expect(atService()).toEqual([10_050])
      expect(await requests()).toMatchObject([
        {
          status: "in_doubt",
          held_reason: expect.stringContaining(String(sent!.refund_request_id)),
        },
      ])
    })

    it("cannot be withdrawn, before the job has seen that and after", async () => {
      const { order, restore } = await dueTomorrow(PART, sign)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      await restore()
      const [row] = await requests()
      const path = `/admin/instalments/refund-requests/${row!.id}/withdraw`
      expect((await store.adminPost(path)).status).toBe(409)
      await later(1)
      expect((await store.adminPost(path)).status).toBe(409)
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: PART,
      })
    })

    it("is not sent at once by a merchant either, before the job has seen that", async () => {
      const { restore } = await dueTomorrow(MOST, sign)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      await restore()
      const [row] = await requests()
      const now = { maxWaitMs: 0, urgency: "on_demand" as const }
      expect(await store.ledger.sending.send(row!, now)).toBeNull()
      expect(atService()).toEqual([100_000])
    })
  })

  it("a part that was due while no job ran is not said to have been sent, and is once the list has lacked it twice", async () => {
    const { reference, restore } = await dueTomorrow(PART)
    await tomorrowMorning(store)
    await restore()
    for (const minutes of [0, 2, 2]) {
      await later(minutes)
      expect(atService()).toEqual([])
    }
    const path = `/admin/instalments/checkouts/${reference}`
    const told = JSON.stringify((await store.adminGet(path)).data)
    expect(told).toMatch(/may have been sent while no job ran/)
    expect(told).not.toMatch(/was sent and no answer came/)
    for (const minutes of [11, 1]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([{ held_reason: null }])
  })

  it("a refund of tomorrow can be withdrawn while no job runs", async () => {
    const { restore } = await dueTomorrow(PART)
    await restore()
    const [row] = await requests()
    const path = `/admin/instalments/refund-requests/${row!.id}/withdraw`
    expect((await store.adminPost(path)).status).toBe(200)
  })

  it("two parts of one payment that were due while no job ran are both sent", async () => {
    const { payment } = await store.buy()
    expect((await refund(payment, PART)).status).toBe(200)
    expect((await refund(payment, 70)).status).toBe(200)
    await store.runJob("refunds")
    const restore = await backup(store.db)
    await tomorrowMorning(store)
    await restore(AN_HOUR)
    for (const minutes of [0, 2, 2, 11, 2, 2, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050, 7_000])
  })

  it("a refund is sent also by a job that runs each quarter of an hour only", async () => {
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

  it("a refund is not sent twice after a dump of some minutes ago, where the database's provider lets nobody ask for its server either", async () => {
    await store.db.raw(
      "create or replace function instalments_server() returns text return null"
    )
    const { restore } = await dueTomorrow(PART, A_DUMP)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toEqual([10_050])
    await restore()
    for (const minutes of [0, 2, 12, 2]) {
      await later(minutes)
    }
    expect(atService()).toEqual([10_050])
  })

  it("a refund that is due while the job runs every minute is sent at once", async () => {
    await dueTomorrow(PART)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toEqual([10_050])
  })
})
