import fc from "fast-check"
import { stepAfter, withPage, type Seen } from "../refund-reading"

const sent = Date.parse("2026-11-21T08:00:00Z")
const entry = (id: string, amount = 100, ms = 0) => ({
  ...{ id, amount, status: "requested" },
  created_at: new Date(sent + ms).toISOString(),
})
const nothing: Seen = {
  newestFirst: true,
  falls: false,
  lowest: null,
  missing: ["a", "b"],
  pages: 0,
  failures: 0,
  numbered: 0,
  isCounting: false,
  toItsEnd: false,
  ...{ marks: [], size: 0, joins: false, counts: 0 },
}
const read = (entries: ReturnType<typeof entry>[], before = nothing) =>
  withPage(before, entries)

describe("a reading of the service's list of refund requests", () => {
  it("sees whether the list comes with the newest first, over all pages", () => {
    const newest = entry("a")
    const older = entry("b", 100, -1_000)
    const oldest = entry("c", 100, -2_000)
    const isNewestFirst = (...pages: (typeof newest)[][]) =>
      pages.reduce((before, page) => read(page, before), nothing).newestFirst
    expect(isNewestFirst([newest, newest, older], [], [oldest])).toBe(true)
    expect(isNewestFirst([newest, oldest], [older])).toBe(false)
    const unreadable = { ...older, created_at: "yesterday" }
    expect(isNewestFirst([newest, unreadable])).toBe(false)
    expect(read([newest, newest]).falls).toBe(false)
    expect(read([older], read([newest])).falls).toBe(true)
  })

  it("lacks what the service has accepted until the list shows it", () => {
    expect(read([entry("a")]).missing).toEqual(["b"])
    expect(read([entry("b")], read([entry("a")])).missing).toEqual([])
  })
})

/** Made so many minutes after the refund in doubt was sent. */
type Entry = { id: string; minutes: number }

const MINUTE = 60_000
/** So often a reading begins again before the doubts are for a person. */
const MOST_FAILURES = 10
/** One whose answer was lost; `knownBefore` is how many entries it was sent after. */
type Lost = {
  held_reason: string | null
  knownBefore: number
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
  let isGivenUp = false
  const ITEMS = 4
  /**
   * Reads it until the reading is over, or given up. Answers how many pages that took.
   */
  const readWith = (doubts: Lost[], items = ITEMS) => {
    const sentAfter = doubts
      .filter(({ held_reason }) => held_reason === null)
      .map(({ knownBefore }) => knownBefore)
    const before = pages
    let page = { number: 1, items }
    let seen: Seen = { ...nothing, missing: [] }
    let seenBefore = known.size
    for (;;) {
      const last = Math.max(1, Math.ceil(list.length / ITEMS))
      const entries = list
        .slice((page.number - 1) * ITEMS, page.number * ITEMS)
        .map(({ id, minutes }) => entry(id, 100, minutes * MINUTE))
      const pageOf = (number: number) => ({ number, items })
      seen = withPage(seen, entries)
      entries.forEach(({ id }) => known.add(id))
      const numbered = Math.min(seenBefore, ...sentAfter)
      const wereSeen = new Set([...known].slice(0, numbered))
      pages += 1
      const step = stepAfter(
        { page, seen },
        {
          ...{ entries, doubts, last: pageOf(last), known: known.size },
          next: page.number < last ? pageOf(page.number + 1) : null,
          seenBefore:
            newestFirst && entries.every(({ id }) => wereSeen.has(id)),
        }
      )
      change(list, pages)
      isGivenUp = seen.failures >= MOST_FAILURES || pages - before >= 1_000
      if (isGivenUp) {
        return pages - before
      }
      if (step.to === "end") {
        newestFirst = step.newestFirst
        return pages - before
      }
      if (step.to === "page") {
        ;({ page, seen } = step)
      } else {
        const { toItsEnd } = { toItsEnd: seen.toItsEnd, ...step }
        const failures = seen.failures + (step.to === "first page" ? 1 : 0)
        page = pageOf(1)
        seen = {
          ...{ ...nothing, missing: [], pages: seen.pages },
          ...{ toItsEnd, failures },
        }
        seenBefore = known.size
      }
    }
  }
  /** A refund request is sent, and its answer is lost. */
  const lose = (held_reason: string | null = null): Lost => ({
    ...{ held_reason, knownBefore: known.size },
  })
  return { list, known, readWith, lose, isGivenUp: () => isGivenUp }
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
    const { list, known: ids, readWith, lose } = known()
    const doubt = lose()
    list.unshift({ id: "other", minutes: 3 }, lost)
    // Two entries of the first page are new, so it goes on to one that has none.
    expect(readWith([doubt])).toBe(3)
    expect(ids).toContain("lost")
    expect(readWith([doubt])).toBe(3)
    expect(readWith([])).toBe(1)
  })

  it("reads down to what was seen before it was sent, also when all of it is known", () => {
    const { list, readWith, lose } = known()
    const doubt = lose()
    list.unshift(...hourly(48, 48).map((one) => ({ ...one, id: `n${one.id}` })))
    expect(readWith([])).toBe(13)
    expect(readWith([])).toBe(1)
    expect(readWith([doubt])).toBe(14)
  })

  it("does not read further for one that a person holds", () => {
    const { readWith, lose } = known()
    expect(readWith([lose("ask")])).toBe(1)
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
    const { list, known: ids, readWith, lose } = known()
    const doubt = lose()
    insert(list)
    expect(readWith([doubt])).toBeGreaterThan(PAGES)
    expect(ids).toContain("lost")
  })

  it("reads to the end of a list that has not come newest first before", () => {
    const { list, readWith, lose } = service(hourly(4 * PAGES).reverse())
    expect(readWith([])).toBe(PAGES)
    list.reverse()
    expect(readWith([lose()])).toBe(PAGES)
  })

  it("reads to the end of a list whose entries are all of one moment", () => {
    const { readWith, lose } = known(
      hourly(4 * PAGES).map((one) => ({ ...one, minutes: -60 }))
    )
    expect(readWith([lose()])).toBe(PAGES)
  })

  it("reads to the end when it is not known what was seen before, or pages are smaller than asked for", () => {
    const { readWith, lose } = known()
    expect(readWith([{ ...lose(), knownBefore: 0 }])).toBe(PAGES)
    expect(readWith([lose()], 100)).toBe(PAGES)
  })

  it("reads to the end when entries have gone: as many may be unknown", () => {
    const { list, readWith, lose } = known()
    list.splice(150, 1)
    expect(readWith([lose()])).toBe(2 + PAGES)
  })

  it("begins again while others are made at the top, but not for ever", () => {
    const busy = (until: number) => (list: Entry[], pages: number) => {
      if (pages > PAGES && pages < until) {
        list.unshift({ id: `busy${pages}`, minutes: 60 })
      }
    }
    // Its own two pages, and again with what came meanwhile.
    const once = known(undefined, busy(PAGES + 2))
    expect(once.readWith([once.lose()])).toBe(5)
    const never = known(undefined, busy(Infinity))
    never.readWith([never.lose()])
    expect(never.isGivenUp()).toBe(true)
  })

  it("counts what a whole reading has shown when others are made at the top meanwhile", () => {
    const { list, readWith, lose, isGivenUp } = service(
      hourly(4 * PAGES).reverse(),
      (all, pages) => {
        if (pages === PAGES + 20) {
          all.unshift({ id: "meanwhile", minutes: 60 })
        }
      }
    )
    readWith([])
    list.reverse()
    // To the end, and again the two first pages and the last one.
    expect(readWith([lose()])).toBe(PAGES + 3)
    expect(isGivenUp()).toBe(false)
  })

  it("ends on a list on which every third minute another one is made", () => {
    const {
      list,
      known: ids,
      readWith,
      lose,
      isGivenUp,
    } = known(undefined, (all, pages) => {
      if (pages > PAGES && pages % 3 === 0) {
        all.unshift({ id: `busy${pages}`, minutes: 60 })
      }
    })
    const doubt = lose()
    list.push(lost)
    expect(readWith([doubt])).toBeLessThan(2 * PAGES)
    expect(isGivenUp()).toBe(false)
    expect(ids).toContain("lost")
  })

  it("has not shown all when an entry moves from a page that is still to be read to one that was read", () => {
    const {
      list,
      known: ids,
      readWith,
      lose,
    } = service(
      hourly(8).map((one) => ({ ...one, minutes: 0 })),
      (all, pages) => {
        // It stands by its last change, which comes between the two pages.
        if (pages === 3) {
          all.unshift(...all.splice(6, 1))
        }
      }
    )
    readWith([])
    const doubt = lose()
    list.splice(6, 0, lost)
    readWith([doubt])
    expect(ids).toContain("lost")
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
    /** Entries that stand elsewhere then, as when the list is by their last change. */
    moves: fc.array(
      fc.record({ from: fc.nat(70), to: place, page: fc.nat(20) }),
      { maxLength: 4 }
    ),
  })
  const arrange = ({ made, order }: { made: number[]; order: string }) => {
    const entries = made.map((at, i) => ({ id: `s${i}`, minutes: at }))
    const signs: Record<string, number> = { newest: 1, oldest: -1, any: 0 }
    return entries.sort((a, b) => signs[order]! * (b.minutes - a.minutes))
  }

  it("has shown what a whole one shows, in whatever order and wherever others are made, or move, meanwhile", () => {
    let short = 0
    let given = 0
    fc.assert(
      fc.property(world, ({ before, meanwhile, moves, ...rest }) => {
        let offset = Infinity
        const one = service(arrange(rest), (list, pages) => {
          meanwhile
            .filter(({ page }) => page === pages - offset)
            .forEach((it, i) =>
              list.splice(it.place, 0, { ...it, id: `m${pages}.${i}` })
            )
          moves
            .filter(({ page }) => page === pages - offset)
            .forEach(({ from, to }) =>
              list.splice(to, 0, ...list.splice(from, 1))
            )
        })
        offset = one.readWith([])
        const doubt = one.lose()
        before.forEach((it, i) =>
          one.list.splice(it.place, 0, { ...it, id: `b${i}` })
        )
        const there = one.list.map(({ id }) => id)
        const pages = one.readWith([doubt])
        short += pages * 4 < there.length ? 1 : 0
        given += one.isGivenUp() ? 1 : 0
        const unseen = there.filter((id) => !one.known.has(id))
        expect(one.isGivenUp() ? [] : unseen).toEqual([])
      }),
      { numRuns: 3_000 }
    )
    expect(short).toBeGreaterThan(300)
    expect(given).toBe(0)
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
          const doubt = one.lose()
          gone.forEach((i) => one.list.splice(i, 1))
          fresh
            .sort((a, b) => a - b)
            .forEach((at, i) => one.list.push({ id: `f${i}`, minutes: at }))
          one.list.sort((a, b) => b.minutes - a.minutes)
          one.readWith([doubt])
          const since = one.list.filter(({ minutes }) => minutes >= 0)
          expect(since.filter(({ id }) => !one.known.has(id))).toEqual([])
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
