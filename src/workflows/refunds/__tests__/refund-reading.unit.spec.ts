import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { withPage, type Seen } from "../refund-reading"

const sent = Date.parse("2026-11-21T08:00:00Z")
const entry = (id: string, amount = 100, ms = 0) => ({
  ...{ id, amount, status: "requested" },
  created_at: new Date(sent + ms).toISOString(),
})
const ours = (refund_request_id: string, doubted_at: Date | null = null) =>
  ({
    refund_request_id,
    doubted_at,
    sent_at: new Date(sent),
  }) as RefundRequestRow
const nothing: Seen = {
  newestFirst: true,
  falls: false,
  lowest: null,
  missing: ["a", "b"],
  clockDifference: null,
  pages: 0,
  failures: 0,
}
const read = (
  entries: ReturnType<typeof entry>[],
  change: Partial<Parameters<typeof withPage>[2]> = {},
  before = nothing
) =>
  withPage(before, entries, {
    known: [],
    clockDifference: null,
    ...change,
  })

describe("a reading of the service's list of refund requests", () => {
  it("sees whether the list comes with the newest first, over all pages", () => {
    const newest = entry("a")
    const older = entry("b", 100, -1_000)
    const oldest = entry("c", 100, -2_000)
    const isNewestFirst = (...pages: (typeof newest)[][]) =>
      pages.reduce((before, page) => read(page, {}, before), nothing)
        .newestFirst
    expect(isNewestFirst([newest, newest, older], [], [oldest])).toBe(true)
    expect(isNewestFirst([newest, oldest], [older])).toBe(false)
    const unreadable = { ...older, created_at: "yesterday" }
    expect(isNewestFirst([newest, unreadable])).toBe(false)
    expect(read([newest, newest]).falls).toBe(false)
    expect(read([older], {}, read([newest])).falls).toBe(true)
  })

  it("lacks what the service has accepted until the list shows it", () => {
    expect(read([entry("a")]).missing).toEqual(["b"])
    expect(read([entry("b")], {}, read([entry("a")])).missing).toEqual([])
  })

  it("measures the clocks by the service's, by its own entries, and keeps the lowest", () => {
    const known = [ours("a")]
    const told = { known, clockDifference: 5_000 }
    expect(read([]).clockDifference).toBeNull()
    expect(read([], told).clockDifference).toBe(5_000)
    const slow = read([entry("a", 100, -660_000)], told)
    expect(slow.clockDifference).toBe(-660_000)
    expect(read([], told, slow).clockDifference).toBe(-660_000)
  })

  it("measures nothing by one that was sent more than once", () => {
    const known = [ours("a", new Date(sent))]
    const page = [entry("a", 100, -660_000)]
    expect(read(page, { known }).clockDifference).toBeNull()
  })
})
