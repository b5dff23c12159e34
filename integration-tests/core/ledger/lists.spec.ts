import { fillLedger } from "./database/fill"
import { checkoutReport } from "../../../src/modules/instalments/reports/checkouts"
import { refundRequestReport } from "../../../src/modules/instalments/reports/refund-requests"
import { MOST_LISTED } from "../../../src/modules/instalments/reports/search"
import { ago, checkout, checkouts, DAY, paid, refund } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const NEWEST = { order: "-created_at", offset: 0, limit: 20 } as const

withLedger((ledger) => {
  const list = () => checkoutReport(ledger.db)
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  describe("a list of more than can be counted", () => {
    // The newest is `inst_0`.
    beforeEach(() => fillLedger(ledger.db, MOST_LISTED + 500))

    it("says that there are more, and pages to the end of what it counts", async () => {
      const first = await list().page({}, NEWEST)
      expect(first).toMatchObject({ count: 10_000, count_is_at_least: true })
      expect(first.rows[0]).toMatchObject({ id: "inst_0" })
      const last = await list().page({}, { ...NEWEST, offset: 9_995 })
      expect(idsOf(last.rows)).toEqual(
        [9_995, 9_996, 9_997, 9_998, 9_999].map((n) => `inst_${n}`)
      )
      const beyond = await list().page({}, { ...NEWEST, offset: 10_000 })
      expect(beyond.rows).toEqual([])
    })

    it("begins with the oldest of all when it is sorted so", async () => {
      const page = { ...NEWEST, order: "created_at", limit: 1 } as const
      expect(await list().page({}, page)).toMatchObject({
        ...{ count: 10_000, count_is_at_least: true },
        rows: [{ id: "inst_10499" }],
      })
    })

    it("sorts the newest by another column, and older ones once a filter leaves few", async () => {
      const rich = { id: ["inst_10400", "inst_10401", "inst_5000"] }
      await ledger
        .db("instalments_checkout")
        .whereIn("id", rich.id)
        .update({ amount: 5_000_000 })
      const byAmount = { ...NEWEST, order: "-amount", limit: 2 } as const
      const all = await list().page({}, byAmount)
      expect(idsOf(all.rows)[0]).toBe("inst_5000")
      expect(all.rows[1]!.amount).toBeLessThan(5_000_000)
      const before = { created_at: { $lt: all.rows[0]!.opened_at } }
      const older = await list().page(before, byAmount)
      expect(older).toMatchObject({ count: 5_499, count_is_at_least: false })
      expect(idsOf(older.rows)).toEqual(["inst_10401", "inst_10400"])
    })

    it("finds any whole reference, and parts of references among the newest", async () => {
      const found = async (q: string) =>
        idsOf((await list().page({ q }, NEWEST)).rows)
      expect(await found("chk_10499")).toEqual(["inst_10499"])
      expect(await found("rder_9999")).toEqual(["inst_9999"])
      expect(await found("rder_10499")).toEqual([])
    })

    it("says that older ones were not searched for a part of a reference, and nothing of it for a whole one", async () => {
      const { id } = await ledger
        .db("instalments_checkout")
        .orderBy("opened_at")
        .first("id")
      const found = async (q: string) => {
        const { rows, older_unsearched } = await list().page({ q }, NEWEST)
        return [rows.some((row) => row.id === id), older_unsearched]
      }
      expect(await found(id)).toEqual([true, false])
      expect(await found("no such reference")).toEqual([false, true])
    })

    it("is exported whole", async () => {
      let rows = 0
      for await (const batch of list().all({})) {
        rows += batch.length
      }
      expect(rows).toBe(10_500)
    })
  })

  it("counts to the last one when there are exactly as many as it counts", async () => {
    await fillLedger(ledger.db, MOST_LISTED)
    expect(await list().page({}, NEWEST)).toMatchObject({
      ...{ count: 10_000, count_is_at_least: false },
    })
  })

  it.each([
    [{ status: "cancelled" }, ["cancelled"]],
    [{ status: "successful" }, ["paid", "placed"]],
    [{ status: ["successful", "cancelled"], outcome: "placed" }, ["placed"]],
    [{ status: ["cancelled", "odd"], outcome: ["open", "placed"] }, ["odd"]],
    [{ status: "cancelled", outcome: "placed" }, []],
    [{ status: "successful", outcome: "closed" }, []],
  ])("lists by %j what it asks for", async (filter, ids) => {
    await checkouts(ledger.db, [
      { id: "paid", ...paid() },
      { id: "placed", ...paid(), outcome: "placed", order_id: "order_1" },
      { id: "cancelled", status: "cancelled", outcome: "closed" },
      { id: "odd", status: "odd" },
    ])
    const { rows, count } = await list().page(filter, NEWEST)
    expect(idsOf(rows).sort()).toEqual(ids)
    expect(count).toBe(ids.length)
  })

  it("finds a refund request by each reference of its own and of its checkout, whole or in part", async () => {
    const { id: reference, ...of } = await checkout(ledger.db, {
      ...{ ...paid(), outcome: "placed", order_id: "order_sought" },
    })
    await refund(ledger.db, { reference: (await checkout(ledger.db)).id })
    const own = await refund(ledger.db, {
      ...{ reference, checkout_id: of.checkout_id, status: "pending" },
      ...{ refund_request_id: "rr_sought", payment_id: "pay_sought" },
      ...{ refund_id: "ref_sought", filed_at: ago(DAY) },
    })
    const found = async (q: string) =>
      idsOf((await refundRequestReport(ledger.db).page({ q }, NEWEST)).rows)
    for (const q of [
      ...[own.id, "rr_sought", "pay_sought", "ref_sought", reference],
      ...[of.checkout_id!, " order_sought ", "r_soug", reference.slice(2)],
    ]) {
      expect([q, await found(q)]).toEqual([q, [own.id]])
    }
    expect(await found("100%")).toEqual([])
  })
})
