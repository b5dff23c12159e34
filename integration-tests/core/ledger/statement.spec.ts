import fc from "fast-check"
import {
  addUp,
  closing,
  eventsOf,
  movedIn,
  type Outstanding,
} from "../../../src/modules/instalments/domain/statement"
import { daysOfMonth } from "../../../src/modules/instalments/domain/calendar"
import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import { StatementReport } from "../../../src/modules/instalments/reports/statement"
import { scansOf } from "../../more/plans/read-plans"
import type { Store } from "../../harness/with-store"
import { checkout, checkouts, paid, refund, refunds } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const ZONE = "Africa/Johannesburg"
const NONE = { unplaced: 0, under_way: 0 }

const of = (month: string, timeZone = ZONE) => {
  const days = daysOfMonth(month)
  const period = { from: days[0]!, to: days.at(-1)!, timeZone, currency: "ZAR" }
  return { period, days }
}
/** A moment of Johannesburg, which has no summer time. */
const local = (text: string) => new Date(`${text}+02:00`)

withLedger((ledger) => {
  const report = () => new StatementReport(ledger.db)
  const read = (month: string, timeZone = ZONE) => {
    const { period, days } = of(month, timeZone)
    return report().read(period, days)
  }
  const page = { after: "", limit: 100 }
  const lines = async (month: string) => [
    ...(await report().paidOutside(of(month).period, page)),
    ...(await report().paidInside(of(month).period, page)),
  ]
  const paidAt = (text: string, changes: Partial<CheckoutRow> = {}) =>
    checkout(ledger.db, {
      ...paid(),
      ...{ paid_at: local(text), outcome: "placed" as const },
      outcome_at: local(text),
      ...changes,
    })

  it("counts a payment of 23:59:59 to that day and month, and one of midnight to the next", async () => {
    await paidAt("2026-11-30T23:59:59.999")
    await paidAt("2026-12-01T00:00:00")
    await paidAt("2026-11-01T00:00:00")
    await paidAt("2026-10-31T23:59:59")
    const november = await read("2026-11")
    expect(november.paid).toEqual({ count: 2, amount: 20_000 })
    const sold = november.days.filter(({ paid: { count } }) => count > 0)
    expect(sold.map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-30"])
    expect((await read("2026-12")).paid.count).toBe(1)
    expect((await read("2026-10")).paid.count).toBe(1)
    expect((await read("2026-11", "UTC")).paid.count).toBe(2)
    expect((await read("2026-12", "UTC")).paid.count).toBe(0)
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
      ...{ asked_at: local("2026-11-04T11:00") },
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
    const asked_at = local("2026-11-30T12:00")
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
      ).map((row) => ({ reference, asked_at, ...row })),
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
    expect(await lines("2026-11")).toEqual([])
  })

  it("lists what moved in the month or is still owed at its end, each once, by pages", async () => {
    const first = await paidAt("2026-09-02T10:00", { outcome: "held" })
    const second = await paidAt("2026-10-31T10:00")
    await refund(ledger.db, {
      ...{ reference: second.id, asked_at: local("2026-11-01T00:00") },
    })
    const third = await paidAt("2026-11-02T10:00")
    await paidAt("2026-10-30T10:00")
    const back = await paidAt("2026-10-29T10:00", { outcome: "returned" })
    await refund(ledger.db, {
      ...{ reference: back.id, amount: 10_000, status: "complete" },
      ...{ reason: "unplaced", finished_at: local("2026-10-31T23:59") },
    })
    const fourth = await paidAt("2026-11-02T10:00")
    const pages = async (which: "paidInside" | "paidOutside") => {
      const found: string[][] = []
      let after = ""
      do {
        const { period } = of("2026-11")
        const rows = await report()[which](period, { after, limit: 1 })
        found.push(rows.map(({ reference }) => reference))
        after = found.at(-1)![0] ?? ""
      } while (after)
      return found
    }
    const inside = [third.id, fourth.id].sort()
    const outside = [first.id, second.id].sort()
    expect(await pages("paidInside")).toEqual([...inside.map((id) => [id]), []])
    expect(await pages("paidOutside")).toEqual([
      ...outside.map((id) => [id]),
      [],
    ])
    const listed = await lines("2026-11")
    const line = listed.find(({ reference }) => reference === second.id)
    expect(line).toMatchObject({
      checkout: { id: second.id },
      refunds: [{ reference: second.id }],
    })
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
      asked_at: moment,
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

    async function addsUp(rows: CheckoutRow[]) {
      const refundRows: RefundRequestRow[] = await ledger.db(
        "instalments_refund_request"
      )
      const eventsOfRow = (row: CheckoutRow) =>
        eventsOf(
          row,
          refundRows.filter(({ reference }) => reference === row.id)
        )
      const events = rows.flatMap(eventsOfRow)
      const before = new Date(0)
      let left: Outstanding = NONE
      for (const month of ["2026-09", "2026-10", "2026-11", "2026-12"]) {
        const from = local(`${month}-01T00:00`)
        const days = daysOfMonth(month)
        const until = new Date(
          local(`${days.at(-1)}T00:00`).getTime() + 86_400_000
        )
        const statement = await read(month)
        expect(statement.opening).toEqual(left)
        expect(statement).toMatchObject(movedIn(events, from, until))
        expect(addUp(statement.days)).toEqual(movedIn(events, from, until))
        left = closing(NONE, movedIn(events, before, until))
        expect(statement.closing).toEqual(left)
        const listed = await lines(month)
        const own = (row: CheckoutRow) => ({
          moved: movedIn(eventsOfRow(row), from, until),
          left: closing(NONE, movedIn(eventsOfRow(row), before, until)),
        })
        const idle = listed.filter(({ checkout: row }) => {
          const { moved, left: owed } = own(row!)
          const isMoved = Object.values(moved).some(({ count }) => count > 0)
          return !isMoved && !owed.unplaced && !owed.under_way
        })
        expect(idle).toEqual([])
        const missing = rows
          .filter(({ id }) => !listed.some(({ reference }) => reference === id))
          .map(own)
        expect(addUp(missing.map(({ moved }) => moved))).toEqual(addUp([]))
        expect(missing.every(({ left: { unplaced } }) => !unplaced)).toBe(true)
        expect(missing.every(({ left: { under_way } }) => !under_way)).toBe(
          true
        )
      }
    }
  })

  it("reads a ledger of years by indexes", async () => {
    await ledger.db.raw(`
      insert into instalments_checkout (id, amount, currency, status, outcome,
        fingerprint, payment_collection_id, payment_session_id, opened_at,
        paid_at, outcome_at)
      select 'inst_' || n, 10000, 'ZAR', 'successful',
        case when n % 50 = 0 then 'returned' else 'placed' end, 'print_' || n,
        'paycol_' || n, 'payses_' || n, at, at, at + interval '2 seconds'
      from (select n, timestamptz '2024-01-01' + n * interval '9 hours' as at
            from generate_series(1, 3000) as n) as past`)
    await ledger.db.raw(`
      insert into instalments_refund_request (id, reference, amount, currency,
        status, reason, asked_at, send_after, finished_at)
      select 'instref_' || id, id, amount, currency, 'complete',
        case when outcome = 'returned' then 'unplaced' else 'merchant' end,
        paid_at, paid_at, paid_at + interval '1 day'
      from instalments_checkout where substr(id, 6)::int % 10 = 0`)
    await ledger.db.raw("analyze")
    const store = { ledger: { db: ledger.db } } as unknown as Store
    const work = async () => {
      await read("2026-11")
      await read("2025-06")
      await lines("2026-11")
    }
    const scans = await scansOf(store, work, { evenIfSmall: true })
    expect(scans).toEqual([])
  })
})
