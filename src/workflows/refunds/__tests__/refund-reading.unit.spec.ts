import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import fc from "fast-check"
import { stepAfter, withPage, type Found, type Seen } from "../refund-reading"

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
  downTo: null,
  toItsEnd: false,
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

/** Made so many minutes after the refund in doubt was sent. */
type Entry = { id: string; minutes: number }

const MINUTE = 60_000
const inDoubt = {
  sent_at: new Date(sent),
  doubted_at: null,
  held_reason: null,
}

/**
 * The service's list with pages of four, and what is known of it. `change` is what
 * happens to it after each page that is read.
 */
function service(
  list: Entry[],
  change: (list: Entry[], pages: number) => void = () => {}
) {
  const known = new Set<string>()
  let newestFirst = false
  let pages = 0
  const ITEMS = 4
  /** Reads it until the reading is over. Answers how many pages that took. */
  const readWith = (
    doubts: Found["doubts"],
    clocks: {
      clockDifference?: number | null
      /** What its last page tells of it. */
      lastTells?: number | null
    } = {},
    items = ITEMS
  ) => {
    const { clockDifference = 0, lastTells = clockDifference } = clocks
    const before = pages
    let page = { number: 1, items }
    let seen: Seen = { ...nothing, missing: [] }
    let seenBefore = new Set(known)
    for (;;) {
      const last = Math.max(1, Math.ceil(list.length / ITEMS))
      const entries = list
        .slice((page.number - 1) * ITEMS, page.number * ITEMS)
        .map(({ id, minutes }) => entry(id, 100, minutes * MINUTE))
      const pageOf = (number: number) => ({ number, items })
      const told = page.number < last ? clockDifference : lastTells
      seen = withPage(seen, entries, { known: [], clockDifference: told })
      entries.forEach(({ id }) => known.add(id))
      pages += 1
      const step = stepAfter(
        { page, seen },
        {
          ...{ entries, doubts, last: pageOf(last), known: known.size },
          next: page.number < last ? pageOf(page.number + 1) : null,
          seenBefore:
            newestFirst && entries.every(({ id }) => seenBefore.has(id)),
        }
      )
      change(list, pages)
      expect(pages - before).toBeLessThan(1_000)
      if (step.to === "end") {
        newestFirst = step.newestFirst
        return pages - before
      }
      if (step.to === "page") {
        ;({ page, seen } = step)
      } else {
        const { toItsEnd } = { toItsEnd: seen.toItsEnd, ...step }
        page = pageOf(1)
        const { clockDifference } = seen
        const kept = { clockDifference, pages: seen.pages, toItsEnd }
        seen = { ...nothing, missing: [], ...kept }
        seenBefore = new Set(known)
      }
    }
  }
  return { list, known, readWith }
}

/** As many entries, the newest first, an hour older each. */
const hourly = (count: number, since = -1) =>
  Array.from({ length: count }, (_, i) => ({
    id: `old${i}`,
    minutes: (since - i) * 60,
  }))
const lost: Entry = { id: "lost", minutes: 0 }

describe("a reading with a refund in doubt", () => {
  const PAGES = 50
  const known = (
    entries = hourly(4 * PAGES),
    change?: Parameters<typeof service>[1]
  ) => {
    const one = service(entries, change)
    expect(one.readWith([])).toBe(PAGES)
    return one
  }

  it("reads what is new and the last page of a list that comes newest first", () => {
    const { list, known: ids, readWith } = known()
    list.unshift({ id: "other", minutes: 3 }, lost)
    // Of the first page two entries are new, the second was seen before.
    expect(readWith([inDoubt])).toBe(3)
    expect(ids).toContain("lost")
    expect(readWith([inDoubt])).toBe(2)
    expect(readWith([])).toBe(1)
  })

  it("reads down to what was made before it was sent, also when all of it is known", () => {
    const { readWith } = known()
    const days = { ...inDoubt, sent_at: new Date(sent - 48 * 60 * MINUTE) }
    expect(readWith([days])).toBe(14)
  })

  it("reads further down when the last page shows the service's clock to be behind", () => {
    const lastTells = -600 * MINUTE
    expect(known().readWith([inDoubt], { lastTells })).toBeGreaterThan(4)
  })

  it("does not read further for one that a person holds", () => {
    expect(known().readWith([{ ...inDoubt, held_reason: "ask" }])).toBe(1)
  })

  it.each<[string, (list: Entry[]) => void]>([
    ["is below others that only seemed to be in order", (l) => l.push(lost)],
    [
      "comes late, in the midst of older ones",
      (list) => list.splice(100, 0, { id: "lost", minutes: -95 * 60 }),
    ],
    [
      "is below an old one that has moved up",
      (list) => list.unshift(...list.splice(9, 4), { id: "lost", minutes: 0 }),
    ],
  ])("reads to the end of a list in which it %s", (_, insert) => {
    const { list, known: ids, readWith } = known()
    insert(list)
    expect(readWith([inDoubt])).toBeGreaterThan(PAGES)
    expect(ids).toContain("lost")
  })

  it("reads to the end of a list that has not come newest first before", () => {
    const { list, readWith } = service(hourly(4 * PAGES).reverse())
    expect(readWith([])).toBe(PAGES)
    list.reverse()
    expect(readWith([inDoubt])).toBe(PAGES)
  })

  it("reads to the end of a list whose entries are all of one moment", () => {
    const { readWith } = known(
      hourly(4 * PAGES).map((one) => ({ ...one, minutes: -60 }))
    )
    expect(readWith([inDoubt])).toBe(PAGES)
  })

  it("reads to the end when the clocks were not compared, or pages are smaller than asked for", () => {
    const { readWith } = known()
    expect(readWith([inDoubt], { clockDifference: null })).toBe(PAGES)
    expect(readWith([inDoubt], {}, 100)).toBe(PAGES)
  })

  it("reads to the end when entries have gone: as many may be unknown", () => {
    const { list, readWith } = known()
    list.splice(150, 1)
    expect(readWith([inDoubt])).toBe(2 + PAGES)
  })

  it("begins again while others are made at the top, but not for ever", () => {
    const busy = (until: number) => (list: Entry[], pages: number) => {
      if (pages > PAGES && pages < until) {
        list.unshift({ id: `busy${pages}`, minutes: 60 })
      }
    }
    // Its own two pages, and again with what came meanwhile.
    expect(known(undefined, busy(PAGES + 2)).readWith([inDoubt])).toBe(5)
    const never = known(undefined, busy(Infinity))
    const pages = never.readWith([inDoubt])
    expect(pages).toBeGreaterThan(PAGES)
    expect(pages).toBeLessThan(2 * PAGES)
  })
})

describe("any reading with a refund in doubt", () => {
  const minutes = fc.integer({ min: -9_000, max: 60 })
  const place = fc.oneof(fc.constant(0), fc.nat(60))
  const inserted = fc.record({ place, minutes, page: fc.nat(20) })
  const world = fc.record({
    made: fc.uniqueArray(minutes, { minLength: 20, maxLength: 60 }),
    order: fc.constantFrom("newest", "newest", "newest", "oldest", "any"),
    /** Between the whole reading and this one, and while pages are read. */
    before: fc.array(inserted, { maxLength: 3 }),
    meanwhile: fc.array(inserted, { maxLength: 2 }),
  })
  const arrange = ({ made, order }: { made: number[]; order: string }) => {
    const entries = made.map((at, i) => ({ id: `s${i}`, minutes: at }))
    const signs: Record<string, number> = { newest: 1, oldest: -1, any: 0 }
    return entries.sort((a, b) => signs[order]! * (b.minutes - a.minutes))
  }

  it("has shown what a whole one shows, in whatever order and wherever others are made meanwhile", () => {
    let short = 0
    fc.assert(
      fc.property(world, ({ before, meanwhile, ...rest }) => {
        let offset = Infinity
        const one = service(arrange(rest), (list, pages) =>
          meanwhile
            .filter(({ page }) => page === pages - offset)
            .forEach((it, i) =>
              list.splice(it.place, 0, { ...it, id: `m${pages}.${i}` })
            )
        )
        offset = one.readWith([])
        before.forEach((it, i) =>
          one.list.splice(it.place, 0, { ...it, id: `b${i}` })
        )
        const there = one.list.map(({ id }) => id)
        const pages = one.readWith([inDoubt])
        short += pages * 4 < there.length ? 1 : 0
        expect(there.filter((id) => !one.known.has(id))).toEqual([])
      }),
      { numRuns: 3_000 }
    )
    expect(short).toBeGreaterThan(300)
  })

  it("has shown all that was made since, of a list in order, though entries have gone", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(minutes, { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(60), { maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
        (made, gone, fresh) => {
          const one = service(arrange({ made, order: "newest" }))
          one.readWith([])
          gone.forEach((i) => one.list.splice(i, 1))
          fresh
            .sort((a, b) => a - b)
            .forEach((at, i) => one.list.push({ id: `f${i}`, minutes: at }))
          one.list.sort((a, b) => b.minutes - a.minutes)
          one.readWith([inDoubt])
          const since = one.list.filter(({ minutes }) => minutes >= 0)
          expect(since.filter(({ id }) => !one.known.has(id))).toEqual([])
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
