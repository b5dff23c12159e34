import fc from "fast-check"
import { whatItReplaces } from "../what-it-replaces"

const PAID = 1000
const ended = (id: string, amount: number, change = {}) => ({
  id,
  amount,
  service_amount: null,
  status: "failed" as const,
  reason: "merchant" as const,
  refund_id: `ref_${id}`,
  dropped_at: null,
  held_reason: null,
  superseded_by: null,
  filed_at: new Date(id.charCodeAt(0)),
  ...change,
})
const standing = (id: string, amount: number) => ({
  ...ended(id, amount),
  status: "requested" as const,
})

describe("A refund request takes the place of", () => {
  it("a failed one that it is as large as", () => {
    const filed = { amount: 300, paid: PAID }
    expect(whatItReplaces(filed, [ended("a", 300)])).toEqual(["a"])
    expect(whatItReplaces(filed, [ended("a", 301)])).toEqual([])
  })

  it("as many as its amount covers, the oldest first", () => {
    const earlier = [ended("a", 300), ended("b", 200), ended("c", 100)]
    const filed = { amount: 400, paid: PAID }
    expect(whatItReplaces(filed, earlier)).toEqual(["a", "c"])
  })

  it("all of them when nothing is left to return after it", () => {
    const earlier = [ended("a", 1000), standing("b", 300)]
    const filed = { amount: 700, paid: PAID }
    expect(whatItReplaces(filed, earlier)).toEqual(["a"])
  })

  it("none that another has replaced, or that Medusa dropped at once", () => {
    const earlier = [
      ended("a", 100, { superseded_by: "b" }),
      ended("c", 100, { dropped_at: new Date(0) }),
      ended("d", 100),
    ]
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, earlier)).toEqual(["d"])
  })

  it("no sending that the service accepted late: nothing is owed for that", () => {
    const late = { refund_id: null, held_reason: "Accepted late" }
    const earlier = [ended("a", 100, late), ended("b", 100)]
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, earlier)).toEqual(["b"])
  })

  it("one whose other sending was accepted late, after those that nothing stands for", () => {
    const sentTwice = ended("a", 100, { superseded_by: "late" })
    const late = { ...standing("late", 100), filed_at: sentTwice.filed_at }
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, [sentTwice, late])).toEqual(["a"])
    const earlier = [sentTwice, late, ended("b", 100)]
    expect(whatItReplaces(filed, earlier)).toEqual(["b"])
    const both = { amount: 200, paid: PAID }
    expect(whatItReplaces(both, earlier)).toEqual(["b", "a"])
  })

  it("none whose other sending was accepted late when its amount does not cover it, though nothing is left", () => {
    const sentTwice = ended("a", 800, { superseded_by: "late" })
    const late = { ...standing("late", 800), filed_at: sentTwice.filed_at }
    const rest = { amount: 200, paid: PAID }
    expect(whatItReplaces(rest, [sentTwice, late])).toEqual([])
  })

  it("one that Medusa dropped at once and that is held for a cancelled order", () => {
    const held = { dropped_at: new Date(0), held_reason: "It was cancelled" }
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, [ended("a", 100, held)])).toEqual(["a"])
  })

  it("a failed one, not the one beside it that the merchant has taken back", () => {
    const withdrawn = { status: "withdrawn" as const }
    const earlier = [ended("a", 100, withdrawn), ended("b", 100)]
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, earlier)).toEqual(["b"])
    const rest = { amount: PAID, paid: PAID }
    expect(whatItReplaces(rest, earlier)).toEqual(["a", "b"])
  })

  it("one that was withdrawn and is held for a cancelled order", () => {
    const held = { status: "withdrawn" as const, held_reason: "Cancelled" }
    const filed = { amount: 100, paid: PAID }
    expect(whatItReplaces(filed, [ended("a", 100, held)])).toEqual(["a"])
  })

  it("no more than it pays for, in whatever order refunds are asked for and fail", () => {
    const step = fc.oneof(
      fc.record({ file: fc.integer({ min: 1, max: PAID }) }),
      fc.record({ fail: fc.nat() })
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rows: (ReturnType<typeof ended> | ReturnType<typeof standing>)[] =
          []
        const sum = (list: { amount: number }[]) =>
          list.reduce((total, { amount }) => total + amount, 0)
        const underWay = () =>
          rows.filter(({ status }) => status === "requested")
        const open = () =>
          rows.filter((row) => row.status === "failed" && !row.superseded_by)
        // What failed and was not asked for again, by the amounts alone.
        let owed = 0
        for (const each of steps) {
          if ("file" in each) {
            const amount = Math.min(each.file, PAID - sum(underWay()))
            if (amount === 0) {
              continue
            }
            const id = String(rows.length)
            const ids = whatItReplaces({ amount, paid: PAID }, rows)
            for (const row of rows.filter((one) => ids.includes(one.id))) {
              Object.assign(row, { superseded_by: id })
            }
            rows.push(standing(id, amount))
            const all = sum(underWay()) === PAID
            owed = all ? 0 : Math.max(0, owed - amount)
          } else {
            const candidates = underWay()
            const row = candidates[each.fail % (candidates.length || 1)]
            if (row) {
              Object.assign(row, { status: "failed" })
              owed += row.amount
            }
          }
          expect(sum(open())).toBeGreaterThanOrEqual(owed)
          if (sum(underWay()) === PAID) {
            expect(open()).toEqual([])
          }
        }
      })
    )
  })
})
