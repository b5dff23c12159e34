import fc from "fast-check"
import { daysOfMonth } from "../calendar"
import {
  addUp,
  balance,
  closing,
  eventsOf,
  movedIn,
  MOVEMENTS,
  nothing,
  type MoneyEvent,
} from "../statement"

const at = (text: string) => new Date(text)
const PAID = {
  status: "successful",
  outcome: "placed" as const,
  paid_at: at("2026-11-10T08:00:00Z"),
  outcome_at: at("2026-11-10T08:00:02Z"),
  amount: 10_000,
  paid_amount: null,
}
const REFUND = {
  status: "complete" as const,
  reason: "merchant" as const,
  asked_at: at("2026-11-11T08:00:00Z"),
  finished_at: at("2026-11-12T08:00:00Z"),
  amount: 3_000,
  service_amount: null,
}
const told = (events: MoneyEvent[]) =>
  events.map(({ movement, amount }) => [movement, amount])

describe("The events of a checkout's money", () => {
  it("are none while it is not paid", () => {
    expect(
      eventsOf({ ...PAID, status: "received", paid_at: null }, [])
    ).toEqual([])
  })

  it("are its payment, at what the service says was paid, and its order", () => {
    expect(told(eventsOf({ ...PAID, paid_amount: 9_000 }, []))).toEqual([
      ["paid", 9_000],
      ["placed", 9_000],
    ])
    expect(told(eventsOf({ ...PAID, outcome: "held" }, []))).toEqual([
      ["paid", 10_000],
    ])
  })

  it.each([
    ["complete", "refunded"],
    ...(["failed", "refused", "withdrawn"] as const).map(
      (status) => [status, "in_vain"] as const
    ),
  ] as const)("are a refund's filing, and its end: %s", (status, end) => {
    expect(told(eventsOf(null, [{ ...REFUND, status }]))).toEqual([
      ["filed", 3_000],
      [end, 3_000],
    ])
  })

  it("are the filing alone while a refund is under way, or its end is not sure", () => {
    for (const refund of [
      { ...REFUND, status: "in_doubt" as const, finished_at: null },
      { ...REFUND, finished_at: null },
    ]) {
      expect(told(eventsOf(null, [refund]))).toEqual([["filed", 3_000]])
    }
  })

  it("are the end alone of a return, which was owed before it was asked for", () => {
    const unplaced = { ...REFUND, reason: "unplaced" as const }
    expect(told(eventsOf(null, [unplaced]))).toEqual([["returned", 3_000]])
    expect(eventsOf(null, [{ ...unplaced, status: "failed" }])).toEqual([])
  })
})

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 1)
const event = fc.record({
  at: fc.nat(60 * DAY_MS).map((ms) => new Date(START + ms)),
  movement: fc.constantFrom(...MOVEMENTS),
  amount: fc.nat(1_000_000),
})
const history = fc.array(event, { maxLength: 40 })
const day = (n: number) => new Date(START + n * DAY_MS)
const NONE = { unplaced: 0, under_way: 0 }

describe("A statement", () => {
  const daysFrom = (events: MoneyEvent[], first: number, after: number) =>
    Array.from({ length: after - first }, (_, n) =>
      movedIn(events, day(first + n), day(first + n + 1))
    )

  it("has a month that is the sum of its days, to the cent", () => {
    fc.assert(
      fc.property(history, (events) => {
        const days = daysFrom(events, 0, 30)
        expect(addUp(days)).toEqual(movedIn(events, day(0), day(30)))
      })
    )
  })

  it("opens with what the month before has left", () => {
    fc.assert(
      fc.property(history, (events) => {
        const first = balance(NONE, daysFrom(events, 0, 30))
        const second = balance(first.at(-1)!.closing, daysFrom(events, 30, 61))
        const all = movedIn(events, day(0), day(61))
        expect(second.at(-1)!.closing).toEqual(closing(NONE, all))
      })
    )
  })

  it("has for each day what is left of the day before", () => {
    fc.assert(
      fc.property(history, (events) => {
        const days = balance(NONE, daysFrom(events, 0, 61))
        days.slice(1).forEach(({ opening }, n) => {
          expect(opening).toEqual(days[n]!.closing)
        })
      })
    )
  })

  it("counts an event at midnight to the day that begins", () => {
    const events = [{ at: day(1), movement: "paid" as const, amount: 5 }]
    expect(movedIn(events, day(0), day(1))).toEqual(nothing())
    expect(movedIn(events, day(1), day(2)).paid).toEqual({
      count: 1,
      amount: 5,
    })
  })
})

it("A month has all its days, in leap years too", () => {
  expect(daysOfMonth("2026-11")).toHaveLength(30)
  expect(daysOfMonth("2026-12").at(-1)).toBe("2026-12-31")
  expect(daysOfMonth("2028-02")).toEqual(
    expect.arrayContaining(["2028-02-01", "2028-02-29"])
  )
})
