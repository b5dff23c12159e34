import { boughtYesterday } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const SETTINGS = "/admin/instalments/settings"

/** As a database that was restored or copied starts: nothing goes out twice. */
withStore((store) => {
  const { refund, requests, atService, later, alerts, withdraw } =
    refundActions(store)
  const set = (refunds: unknown) => store.adminPost(SETTINGS, { refunds })
  const runs = () => store.runJob("refunds")

  /** A refund that is asked for while refunds are paused. */
  async function waiting() {
    const bought = await boughtYesterday(store)
    expect((await refund(bought.payment, 100.5)).status).toBe(200)
    await runs()
    await later(30)
    await runs()
    expect(await requests()).toMatchObject([{ status: "scheduled" }])
    expect(atService()).toEqual([])
    return bought
  }

  it("sends no refund while they are paused, says so when one waits too long, and sends it once when they are on", async () => {
    expect((await store.adminGet(SETTINGS)).data).toEqual({
      settings: { refunds: "on" },
    })
    expect((await set("paused")).data.settings).toEqual({ refunds: "paused" })
    const { reference } = await waiting()
    await later(24 * 60)
    expect(await alerts(reference)).toMatchObject([
      { text: expect.stringContaining("refunds are paused") },
    ])
    expect((await set("on")).data.settings).toEqual({ refunds: "on" })
    await runs()
    await runs()
    expect(atService()).toEqual([10_050])
  })

  it("sends nothing while the option says so, whatever is switched", async () => {
    store.ledger.options.refunds.paused = true
    try {
      expect((await set("on")).data.settings).toEqual({ refunds: "paused" })
      await waiting()
      const [row] = await requests()
      expect((await withdraw(row!.id)).status).toBe(200)
    } finally {
      store.ledger.options.refunds.paused = false
    }
  })

  it("takes no other word, and keeps who switched", async () => {
    expect((await set("off")).status).toBe(400)
    await set("paused")
    expect(await store.db("instalments_deed").select("action")).toEqual([
      { action: "change-settings" },
    ])
  })
})
