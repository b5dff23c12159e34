import { fillLedger } from "./database/fill"
import { checkoutReport } from "../../../src/modules/instalments/reports/checkouts"
import { refundRequestReport } from "../../../src/modules/instalments/reports/refund-requests"
import { ago, checkout, checkouts, DAY, paid, refund } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const NEWEST = { order: "-created_at", offset: 0, limit: 20 } as const

withLedger((ledger) => {
  const list = () => checkoutReport(ledger.db)
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it("is counted, paged and exported whole, with equal moments too", async () => {
    await fillLedger(ledger.db, 1_200)
    const page = { order: "created_at", offset: 1_198, limit: 5 }
    const last = await list().page({}, page)
    expect([last.count, idsOf(last.rows)]).toEqual([
      1_200,
      ["inst_1", "inst_0"],
    ])
    await ledger
      .db("instalments_checkout")
      .where({ id: "inst_700" })
      .update({ amount: 5_000_000 })
    const byAmount = { ...NEWEST, order: "-amount", limit: 1 }
    const { rows } = await list().page({}, byAmount)
    expect(idsOf(rows)).toEqual(["inst_700"])
    const opened_at = ago(DAY)
    await ledger.db("instalments_checkout").update({ opened_at })
    const exported: string[] = []
    for await (const batch of list().all({})) {
      exported.push(...idsOf(batch))
    }
    expect([exported.length, new Set(exported).size]).toEqual([1_200, 1_200])
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

  it("finds a refund request by each reference of its own and of its checkout", async () => {
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
      ...[of.checkout_id!, " order_sought "],
    ]) {
      expect([q, await found(q)]).toEqual([q, [own.id]])
    }
    expect(await found("100%")).toEqual([])
  })
})
