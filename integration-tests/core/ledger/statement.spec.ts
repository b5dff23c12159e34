import fc from "fast-check"
import { paidAmount } from "../../../src/modules/instalments/checkout/state"
import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import { backOf, isOver } from "../../../src/modules/instalments/refunds/state"
import {
  StatementReport,
  type StatementRow,
} from "../../../src/modules/instalments/reports/statement"
import { checkout, checkouts, paid, refund, refunds } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const NONE = { unplaced: 0, under_way: 0 }

/** A moment of Johannesburg, which has no summer time. */
const local = (text: string) => new Date(`${text}+02:00`)
const periodOf = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  const next = new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
  const from = local(`${month}-01T00:00`)
  return { currency: "ZAR", from, until: local(`${next}-01T00:00`) }
}

withLedger((ledger) => {
  const report = () => new StatementReport(ledger.db)
  const read = (month: string) => report().read(periodOf(month))
  const touched = async (month: string) =>
    (await report().touched(periodOf(month), { before: null, limit: 100 })).map(
      ({ checkout: { id } }) => id
    )
  const paidAt = (text: string, changes: Partial<CheckoutRow> = {}) =>
    checkout(ledger.db, {
      ...paid(),
      ...{ paid_at: local(text), outcome: "placed" as const },
      outcome_at: local(text),
      ...changes,
    })

  it("counts a payment of 23:59:59 to that month, and one of midnight to the next", async () => {
    await paidAt("2026-11-30T23:59:59.999")
    await paidAt("2026-12-01T00:00:00")
    await paidAt("2026-11-01T00:00:00")
    await paidAt("2026-10-31T23:59:59")
    const november = await read("2026-11")
    expect(november.paid).toEqual({ count: 2, amount: 20_000 })
    expect((await read("2026-12")).paid.count).toBe(1)
    expect((await read("2026-10")).paid.count).toBe(1)
  })

  it("owes a payment until its order is placed, in whichever month that is", async () => {
    await paidAt("2026-10-31T23:00", { outcome_at: local("2026-12-01T01:00") })
    expect(await read("2026-10")).toMatchObject({
      opening: NONE,
      closing: { unplaced: 10_000, under_way: 0 },
    })
    expect(await read("2026-11")).toMatchObject({
      opening: { unplaced: 10_000 },
      paid: { count: 0 },
      closing: { unplaced: 10_000 },
    })
    expect(await read("2026-12")).toMatchObject({
      opening: { unplaced: 10_000 },
      placed: { count: 1, amount: 10_000 },
      closing: NONE,
    })
  })

  it("owes a held payment, and one on its way back, until it is complete", async () => {
    await paidAt("2026-11-03T10:00", { outcome: "held" })
    const { id: reference } = await paidAt("2026-11-04T10:00", {
      outcome: "returned",
    })
    await refund(ledger.db, {
      ...{ reference, amount: 10_000, reason: "unplaced", status: "complete" },
      ...{ filed_at: local("2026-11-04T11:00") },
      finished_at: local("2026-12-01T00:00"),
    })
    expect(await read("2026-11")).toMatchObject({
      paid: { count: 2, amount: 20_000 },
      returned: { count: 0 },
      filed: { count: 0 },
      closing: { unplaced: 20_000, under_way: 0 },
    })
    expect(await read("2026-12")).toMatchObject({
      opening: { unplaced: 20_000 },
      returned: { count: 1, amount: 10_000 },
      closing: { unplaced: 10_000, under_way: 0 },
    })
  })

  it("tells refunds by when they were asked for and ended, and takes failed ones back", async () => {
    const { id: reference } = await paidAt("2026-11-03T10:00")
    const filed_at = local("2026-11-30T12:00")
    await refunds(ledger.db, [
      ...(
        [
          { status: "complete", finished_at: local("2026-12-01T09:00") },
          { status: "failed", finished_at: local("2026-11-30T15:00") },
          { status: "withdrawn", finished_at: local("2026-12-02T09:00") },
          { status: "in_doubt" },
          { status: "filed" },
          // The service's answer says so, and nobody has asked once more.
          { status: "complete", finished_at: null },
        ] as const
      ).map((row) => ({ reference, filed_at, ...row })),
    ])
    expect(await read("2026-11")).toMatchObject({
      filed: { count: 6, amount: 6_000 },
      in_vain: { count: 1, amount: 1_000 },
      refunded: { count: 0 },
      closing: { unplaced: 0, under_way: 5_000 },
    })
    expect(await read("2026-12")).toMatchObject({
      opening: { under_way: 5_000 },
      refunded: { count: 1, amount: 1_000 },
      in_vain: { count: 1, amount: 1_000 },
      closing: { under_way: 3_000 },
    })
  })

  it("leaves out deleted rows, unpaid ones and other currencies", async () => {
    await paidAt("2026-11-03T10:00", { deleted_at: local("2026-11-04T10:00") })
    await paidAt("2026-11-03T10:00", { currency: "USD" })
    await checkout(ledger.db, { status: "received" })
    await refund(ledger.db, { deleted_at: local("2026-11-04T10:00") })
    const { opening, closing, paid } = await read("2026-11")
    expect([opening, closing, paid.count]).toEqual([NONE, NONE, 0])
    expect(await touched("2026-11")).toEqual([])
  })

  it("compares what moved in the month or is still owed at its end, each once, by pages, the newest first", async () => {
    const first = await paidAt("2026-09-02T10:00", { outcome: "held" })
    const second = await paidAt("2026-10-31T10:00")
    await refund(ledger.db, {
      ...{ reference: second.id, filed_at: local("2026-11-01T00:00") },
    })
    const third = await paidAt("2026-11-02T10:00")
    await paidAt("2026-10-30T10:00")
    const back = await paidAt("2026-10-29T10:00", { outcome: "returned" })
    await refund(ledger.db, {
      ...{ reference: back.id, amount: 10_000, status: "complete" },
      ...{ reason: "unplaced", finished_at: local("2026-10-31T23:59") },
    })
    const found: string[] = []
    let before: string | null = null
    for (;;) {
      const page = { before, limit: 1 }
      const rows: StatementRow[] = await report().touched(
        periodOf("2026-11"),
        page
      )
      const [row] = rows
      if (!row) {
        break
      }
      before = row.checkout.id
      found.push(before)
      expect(row.refunds).toHaveLength(before === second.id ? 1 : 0)
    }
    const all = [first.id, second.id, third.id]
    expect([...found].sort()).toEqual([...all].sort())
    expect(found).toEqual(await touched("2026-11"))
  })

  describe("of any history", () => {
    const START = local("2026-09-15T00:00").getTime()
    // Moments at midnight and beside it, and any others.
    const moment = fc
      .tuple(fc.nat(75), fc.constantFrom(-1, 0, 1, 43_200_000))
      .map(([days, ms]) => new Date(START + days * 86_400_000 + ms))
    const money = fc.integer({ min: 1, max: 50_000 })
    const aCheckout = fc.record({
      status: fc.constantFrom("successful", "successful", "received", null),
      outcome: fc.constantFrom("placed", "placed", "held", "returned", "open"),
      ...{ paid_at: moment, outcome_at: moment, amount: money },
      paid_amount: fc.option(money, { freq: 9 }),
    })
    const aRefund = fc.record({
      of: fc.nat(),
      amount: money,
      service_amount: fc.option(money, { freq: 3 }),
      status: fc.constantFrom(
        ...(["filed", "in_doubt", "pending", "withdrawn"] as const),
        ...(["complete", "complete", "failed", "refused"] as const)
      ),
      reason: fc.constantFrom("merchant", "system", "unplaced"),
      filed_at: moment,
      finished_at: fc.option(moment, { freq: 5 }),
    })

    it("adds up as its events do, month after month, and so do its lines", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aCheckout, { minLength: 1, maxLength: 12 }),
          fc.array(aRefund, { maxLength: 12 }),
          async (all, asked) => {
            await ledger.empty()
            const rows = await checkouts(
              ledger.db,
              all as Partial<CheckoutRow>[]
            )
            if (asked.length > 0) {
              await refunds(
                ledger.db,
                asked.map(({ of: n, ...row }) => ({
                  ...(row as Partial<RefundRequestRow>),
                  reference: rows[n % rows.length]!.id,
                }))
              )
            }
            await addsUp(rows)
          }
        ),
        { numRuns: 25 }
      )
    })

    /** What each payment or refund adds to what is outstanding, and when. */
    function changesOf(rows: CheckoutRow[], asked: RefundRequestRow[]) {
      const changes: {
        at: Date | null
        of: "unplaced" | "under_way"
        cents: number
      }[] = []
      for (const row of rows.filter(({ status }) => status === "successful")) {
        const cents = paidAmount(row)
        changes.push({ at: row.paid_at, of: "unplaced", cents })
        if (row.outcome === "placed") {
          changes.push({ at: row.outcome_at, of: "unplaced", cents: -cents })
        }
      }
      for (const row of asked) {
        const cents = backOf(row)
        const isEnded = row.status === "complete" || isOver(row.status)
        if (row.reason !== "unplaced") {
          changes.push({ at: row.filed_at, of: "under_way", cents })
          if (isEnded) {
            changes.push({
              at: row.finished_at,
              of: "under_way",
              cents: -cents,
            })
          }
        } else if (row.status === "complete") {
          changes.push({ at: row.finished_at, of: "unplaced", cents: -cents })
        }
      }
      return changes
    }

    async function addsUp(rows: CheckoutRow[]) {
      const asked: RefundRequestRow[] = await ledger.db(
        "instalments_refund_request"
      )
      const owedAt = (moment: Date, of: CheckoutRow[] = rows) => {
        const left = { ...NONE }
        const ids = of.map(({ id }) => id)
        const theirs = asked.filter(({ reference }) => ids.includes(reference))
        for (const { at, of: part, cents } of changesOf(of, theirs)) {
          left[part] += at && at < moment ? cents : 0
        }
        return left
      }
      for (const month of ["2026-09", "2026-10", "2026-11", "2026-12"]) {
        const { from, until } = periodOf(month)
        const { opening, closing, ...moved } = await read(month)
        expect([opening, closing]).toEqual([owedAt(from), owedAt(until)])
        expect(closing).toEqual({
          unplaced:
            opening.unplaced +
            moved.paid.amount -
            moved.placed.amount -
            moved.returned.amount,
          under_way:
            opening.under_way +
            moved.filed.amount -
            moved.in_vain.amount -
            moved.refunded.amount,
        })
        const found = await touched(month)
        const owed = rows.filter((row) => {
          const { unplaced, under_way } = owedAt(until, [row])
          return unplaced !== 0 || under_way !== 0
        })
        expect(found).toEqual(expect.arrayContaining(owed.map(({ id }) => id)))
      }
    }
  })
})
