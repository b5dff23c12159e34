import fc from "fast-check"
import type { RefundRequestRow } from "../../ledger/rows"
import {
  leftWithout,
  type Doubt,
  type Reading,
  type UnknownEntry,
} from "../evidence"
import { judgeDoubt } from "../judge-doubt"

const MINUTE = 60_000
const sent = Date.parse("2026-11-21T08:00:00Z")
const at = (minutes: number) => new Date(sent + minutes * MINUTE)

/** R 100,50 of R 150,00: more than half, so the service takes no second one. */
const doubt = (change: Partial<Doubt> = {}): Doubt => ({
  id: "a",
  status: "in_doubt",
  amount: 10_050,
  sent_at: at(0),
  doubted_at: at(0),
  seen_before_sent: 10,
  remainder_refused_at: null,
  held_reason: null,
  check_count: 0,
  next_check_at: at(1),
  left: { atLeast: 15_000, atMost: 15_000 },
  ...change,
})
const small = { left: { atLeast: 30_000, atMost: 30_000 } }
/** Sent again after five minutes, and refused as more than is left. */
const refused = { sent_at: at(5), remainder_refused_at: at(5) }
/** Seen after it was sent, whenever it was made. */
const entry = (
  id = "s",
  minutes = 0,
  change: Partial<UnknownEntry> = {}
): UnknownEntry => ({
  id,
  amount: 10_050,
  status: "requested",
  created_at: at(minutes).toISOString(),
  seen_number: 11 + minutes,
  ...change,
})
const judge = (
  row: Doubt,
  unknown: UnknownEntry[] = [],
  reading: Partial<Reading> = {}
) =>
  judgeDoubt(row, {
    begunAt: at(20),
    unknown,
    doubts: [row],
    ...reading,
  })

describe("a refund request in doubt", () => {
  it("is not judged by a reading that may have begun before it", () => {
    const early = { begunAt: new Date(sent + MINUTE - 1) }
    const unsent = doubt({ sent_at: null })
    for (const row of [doubt(), doubt(small), unsent]) {
      const until = at(1)
      expect(judge(row, [], early)).toEqual({
        verdict: "wait",
        check_count: 0,
        until,
      })
    }
  })

  describe("of more than half of what is left", () => {
    it("is asked again, whatever the list shows", () => {
      expect(judge(doubt())).toEqual({ verdict: "ask-again" })
      const seen = [entry(), entry("t")]
      expect(judge(doubt(), seen)).toEqual({ verdict: "ask-again" })
    })

    it("is not asked again when what may be it has failed", () => {
      const seen = [entry("s", 0, { status: "failed" })]
      expect(judge(doubt(), seen)).toMatchObject({ why: "one-witness" })
    })

    it("is found when it is refused then and one entry may be it", () => {
      const seen = [entry(), entry("t", 0, { amount: 1 })]
      const found = { verdict: "found", sighting: entry() }
      expect(judge(doubt(refused), seen)).toEqual(found)
    })

    it("is read for again when it is refused and no entry may be it, then held", () => {
      expect(judge(doubt(refused))).toEqual({
        verdict: "wait",
        check_count: 1,
        until: at(30),
      })
      const later = { ...refused, check_count: 2 }
      expect(judge(doubt(later))).toMatchObject({ why: "not-listed" })
    })

    it("is held when its refusal may be for a failed one that still counts", () => {
      const left = { atLeast: 10_049, atMost: 15_000 }
      expect(judge(doubt({ ...refused, left }), [entry()])).toMatchObject({
        verdict: "held",
        why: "other-refusal",
      })
    })

    it("is held when the list shows more that may be it than rows", () => {
      const seen = [entry(), entry("t")]
      expect(judge(doubt(refused), seen)).toEqual({
        verdict: "held",
        why: "several",
        candidates: seen,
      })
    })
  })

  describe("of half of what is left or less", () => {
    it("is held as soon as an entry may be it", () => {
      const seen = [entry("s", 500)]
      expect(judge(doubt(small), seen)).toEqual({
        verdict: "held",
        why: "one-witness",
        candidates: seen,
      })
    })

    it("is sent again only after two readings that begin ten minutes apart", () => {
      const first = { verdict: "wait", check_count: 1, until: at(12) }
      expect(judge(doubt(small), [], { begunAt: at(2) })).toEqual(first)
      const row = doubt({ ...small, check_count: 1, next_check_at: at(12) })
      expect(judge(row, [], { begunAt: at(11) })).toEqual(first)
      expect(judge(row, [], { begunAt: at(12) })).toEqual({ verdict: "absent" })
    })

    it("is not found by a refusal that its own existence does not explain", () => {
      expect(judge(doubt({ ...small, ...refused }), [entry()])).toMatchObject({
        why: "other-refusal",
      })
    })
  })

  describe("beside others alike", () => {
    const other = (change: Partial<Doubt> = {}) =>
      doubt({ ...refused, id: "b", ...change })
    const [s, t] = [entry("s", 0), entry("t", 60)]

    it("waits for what another one is still asked", () => {
      const row = doubt(refused)
      const doubts = [row, other({ remainder_refused_at: null })]
      expect(judge(row, [s], { doubts })).toMatchObject({ verdict: "wait" })
    })

    it("is held when the other one is for a person", () => {
      const row = doubt(refused)
      const unproven = { remainder_refused_at: null, ...small }
      const doubts = [row, other(unproven)]
      expect(judge(row, [s], { doubts })).toMatchObject({ why: "several" })
    })

    it("is for a person when both are proven, though one was sent later", () => {
      const row = doubt(refused)
      const late = other({ seen_before_sent: 60, sent_at: at(65) })
      const reading = { doubts: [row, late], begunAt: at(90) }
      for (const one of [row, late]) {
        expect(judge(one, [s, t], reading)).toMatchObject({ why: "several" })
      }
    })

    it("is found when the other one was sent after all that may be it", () => {
      const row = doubt(refused)
      const late = other({ seen_before_sent: 60, sent_at: at(65) })
      const reading = { doubts: [row, late], begunAt: at(90) }
      expect(judge(row, [s], reading)).toMatchObject({ sighting: s })
    })

    it("is for a person although as many as they are have all completed", () => {
      const complete = { status: "complete" }
      const seen = [entry("s", 1, complete), entry("t", 2, complete)]
      const row = doubt(refused)
      const doubts = [row, other({ seen_before_sent: 11 })]
      expect(judge(row, seen, { doubts })).toMatchObject({ why: "several" })
    })

    it("is for a person when there are fewer entries than proven ones", () => {
      const row = doubt(refused)
      expect(judge(row, [s], { doubts: [row, other()] })).toMatchObject({
        why: "several",
      })
    })

    it("is for a person when one of them has failed", () => {
      const row = doubt(refused)
      const seen = [s, { ...s, id: "t", status: "failed" }]
      expect(judge(row, seen, { doubts: [row, other()] })).toMatchObject({
        why: "several",
      })
    })
  })

  it("is no entry that was seen before it was sent, whatever the clocks say", () => {
    const held = (seen_number: number, row = doubt(small)) =>
      judge(row, [entry("s", 0, { seen_number })]).verdict
    expect(held(10)).toBe("wait")
    expect(held(11)).toBe("held")
    const years = { created_at: "2001-01-01T00:00:00Z" }
    expect(judge(doubt(small), [entry("s", 0, years)]).verdict).toBe("held")
    // Not known: nothing is ruled out.
    expect(held(1, doubt({ ...small, seen_before_sent: null }))).toBe("held")
  })
})

describe("what the service may still refund of a payment", () => {
  const row = (
    id: string,
    status: Doubt["status"],
    change: Partial<
      Pick<RefundRequestRow, "service_status" | "service_amount" | "doubted_at">
    > = {}
  ) => ({
    ...{ id, status, amount: 100, doubted_at: null },
    service_status: status as string | null,
    service_amount: null,
    ...change,
  })

  it.each([
    ["nothing else was asked for", [], 1_000, 1_000],
    ["one has completed", [row("b", "complete")], 900, 900],
    [
      "one has completed with less than was asked for",
      [row("b", "complete", { service_amount: 10 })],
      ...([900, 990] as const),
    ],
    [
      "one has completed with more",
      [row("b", "complete", { service_amount: 300 })],
      ...([700, 900] as const),
    ],
    ["one is under way, which may fail", [row("b", "pending")], 900, 1_000],
    ["one has failed, which may count", [row("b", "failed")], 900, 1_000],
    ["one waits to be sent", [row("b", "scheduled")], 1_000, 1_000],
    [
      "one waits to be sent once more",
      [row("b", "scheduled", { doubted_at: at(0) })],
      ...([900, 1_000] as const),
    ],
    [
      "one was complete and is not now",
      [row("b", "complete", { service_status: "failed" })],
      ...([900, 1_000] as const),
    ],
  ] as const)("when %s", (_, others, atLeast, atMost) => {
    const rows = [row("a", "in_doubt"), ...others]
    expect(leftWithout({ id: "a" }, 1_000, rows)).toEqual({ atLeast, atMost })
  })
})

describe("any reading", () => {
  const amount = fc.constantFrom(100, 200)
  const minutes = fc.integer({ min: -120, max: 120 })
  const moment = minutes.map(at)
  const doubts = fc
    .array(
      fc.record({
        status: fc.constantFrom<Doubt["status"]>("in_doubt", "sending"),
        amount,
        sent_at: moment,
        doubted_at: moment,
        seen_before_sent: fc.option(fc.nat(10)),
        remainder_refused_at: fc.option(moment),
        held_reason: fc.constant(null),
        check_count: fc.integer({ min: 0, max: 3 }),
        next_check_at: moment,
        left: fc
          .tuple(
            fc.constantFrom(100, 200, 300, 400),
            fc.constantFrom(100, 200, 300, 400)
          )
          .map(([a, b]) => ({
            atLeast: Math.min(a, b),
            atMost: Math.max(a, b),
          })),
      }),
      { minLength: 1, maxLength: 5 }
    )
    .map((rows) => rows.map((row, i) => ({ ...row, id: `r${i}` })))
  const unknown = fc
    .array(
      fc.record({
        amount,
        status: fc.constantFrom("requested", "complete", "failed", "odd"),
        created_at: moment.map((date) => date.toISOString()),
        seen_number: fc.integer({ min: 1, max: 12 }),
      }),
      { maxLength: 5 }
    )
    .map((entries) => entries.map((one, i) => ({ ...one, id: `s${i}` })))
  const readings = fc.record({
    begunAt: moment,
    unknown,
    doubts,
  })
  const everyVerdict = (
    check: (
      row: Doubt,
      judged: ReturnType<typeof judgeDoubt>,
      r: Reading
    ) => void
  ) =>
    fc.assert(
      fc.property(readings, (reading) => {
        for (const row of reading.doubts) {
          check(row, judgeDoubt(row, reading), reading)
        }
      }),
      { numRuns: 2_000 }
    )

  it("takes nothing for done on one witness", () => {
    everyVerdict((row, judged) => {
      if (judged.verdict === "found") {
        expect(judged.sighting.amount).toBe(row.amount)
        expect(row.remainder_refused_at).not.toBeNull()
        // Without it the service had taken it, with it it could not.
        expect(row.amount).toBeLessThanOrEqual(row.left.atLeast)
        expect(row.amount * 2).toBeGreaterThan(row.left.atMost)
      }
    })
  })

  it("sends nothing again that the service could take twice, unless two readings lack it", () => {
    everyVerdict((row, judged, { begunAt, unknown: listed }) => {
      if (judged.verdict === "ask-again") {
        expect(row.amount * 2).toBeGreaterThan(row.left.atMost)
      }
      if (judged.verdict === "absent") {
        expect(row.check_count).toBeGreaterThan(0)
        expect(begunAt >= row.next_check_at!).toBe(true)
        const since = listed.filter(
          ({ amount, seen_number }) =>
            amount === row.amount && seen_number > (row.seen_before_sent ?? 0)
        )
        expect(since).toEqual([])
      }
      if (judged.verdict === "ask-again" || judged.verdict === "absent") {
        expect(row.remainder_refused_at).toBeNull()
        const since = begunAt.getTime() - row.sent_at!.getTime()
        expect(since).toBeGreaterThanOrEqual(MINUTE)
      }
    })
  })

  it("gives no entry to two, the less when all are proven", () => {
    const left = { atLeast: 200, atMost: 200 }
    const proven = readings.map((reading) => ({
      ...reading,
      doubts: reading.doubts.map((row) => ({
        ...{ ...row, amount: 200, left, status: "in_doubt" as const },
        remainder_refused_at: at(0),
      })),
      unknown: reading.unknown.map((one) => ({ ...one, amount: 200 })),
    }))
    fc.assert(
      fc.property(fc.oneof(readings, proven), (reading) => {
        const found = reading.doubts.flatMap((row) => {
          const judged = judgeDoubt(row, reading)
          return judged.verdict === "found" ? judged.sighting.id : []
        })
        expect(new Set(found).size).toBe(found.length)
      }),
      { numRuns: 2_000 }
    )
  })

  it("leaves nothing to wait for ever: it is looked at later, or by a person", () => {
    everyVerdict((row, judged, { begunAt }) => {
      if (judged.verdict === "wait") {
        const soonest = Math.min(
          begunAt.getTime(),
          row.next_check_at!.getTime()
        )
        expect(judged.until.getTime()).toBeGreaterThanOrEqual(soonest)
        expect(judged.check_count - row.check_count).toBeLessThanOrEqual(1)
      }
    })
  })
})
