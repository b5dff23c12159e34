import fc from "fast-check"
import {
  ABANDONED_AFTER_MS,
  checkPause,
  listReach,
  checkAfterEnd,
  nextCheck,
  nextCheckIn,
  refundCheckPause,
  settlePause,
} from "../pauses"

const MINUTE = 60_000
const numbers = Array.from({ length: 12 }, (_, i) => i + 1)

describe("the pauses", () => {
  it.each([
    ["between attempts to settle", settlePause, 15 * MINUTE],
    ["between a shopper's questions", checkPause, 10 * MINUTE],
    ["between looks at a refund request", refundCheckPause, 60 * MINUTE],
  ])("%s grow to their end and never shrink", (_, pause, longest) => {
    const pauses = numbers.map((nth) => pause(nth))
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBe(longest)
  })

  it("let a shopper's first check be made at once", () => {
    expect(checkPause(0)).toBe(0)
  })

  it("are short for a shopper while the limit has room, and not for ever", () => {
    const withRoom = (asks: number) => checkPause(asks, true)
    expect([0, 1, 2, 5].map(withRoom)).toEqual([0, 5_000, 5_000, 5_000])
    expect(withRoom(6)).toBe(checkPause(6))
    expect(checkPause(1)).toBe(15_000)
  })

  it("check a refund an hour, a day and a week after its end, then never again", () => {
    expect(checkAfterEnd(0)).toBe(60 * MINUTE)
    expect(checkAfterEnd(60 * MINUTE)).toBe(24 * 60 * MINUTE)
    expect(checkAfterEnd(24 * 60 * MINUTE)).toBe(7 * 24 * 60 * MINUTE)
    expect(checkAfterEnd(7 * 24 * 60 * MINUTE)).toBeNull()
  })
})

const HOUR = 3_600_000

describe("the checks of a pending checkout", () => {
  it("are few, further and further apart, and end when it is abandoned", () => {
    const looks: number[] = [HOUR]
    while (looks.at(-1)! < ABANDONED_AFTER_MS) {
      looks.push(looks.at(-1)! + nextCheckIn(looks.at(-1)!))
    }
    expect(looks.at(-1)).toBe(ABANDONED_AFTER_MS)
    expect(looks.length).toBeLessThanOrEqual(7)
  })

  it("include a last one after a cancellation, when it cannot be paid any more", () => {
    const opened_at = new Date(0)
    const cancelled = { opened_at, outcome: "closed", status: "cancelled" }
    expect(nextCheck(cancelled, HOUR)).toEqual(new Date(ABANDONED_AFTER_MS))
    expect(nextCheck(cancelled, ABANDONED_AFTER_MS)).toBe("over")
  })

  it("never end while the service no longer calls a payment successful, each day at least", () => {
    const opened_at = new Date(0)
    const paid = { opened_at, outcome: "placed", status: "successful" }
    expect(nextCheck(paid, HOUR)).toEqual(new Date(3 * HOUR))
    expect(nextCheck(paid, 2 * ABANDONED_AFTER_MS)).toEqual(
      new Date(2 * ABANDONED_AFTER_MS + 24 * HOUR)
    )
  })

  it("never end, and are ever further apart, while the service does not know what it created", () => {
    const opened_at = new Date(0)
    const unknown = { opened_at, outcome: "open", unknown_at: opened_at }
    expect(nextCheck(unknown, ABANDONED_AFTER_MS)).toEqual(
      new Date(3 * ABANDONED_AFTER_MS)
    )
    const cancelled = { ...unknown, outcome: "closed" }
    expect(nextCheck(cancelled, ABANDONED_AFTER_MS)).toBe("over")
  })

  it("always have a next moment in the future", () => {
    fc.assert(
      fc.property(fc.nat(30 * 24 * HOUR), (age) => nextCheckIn(age) > 0)
    )
  })
})

describe("the list", () => {
  const faster = (due: number, newer: number) =>
    newer <= listReach({ due, itemsAPage: 100, fetchesAMinute: 3 })

  it("is read when its pages answer sooner than fetches by id", () => {
    expect(faster(300, 1_000)).toBe(true)
    expect(faster(4, 100)).toBe(true)
  })

  it("is not read for a few checkouts, or for old ones", () => {
    expect(faster(3, 1)).toBe(false)
    expect(faster(2, 5_000)).toBe(false)
  })

  it("is read exactly when it has fewer pages than fetches take minutes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        (due, newer) =>
          faster(due, newer) === Math.ceil(newer / 100) < Math.ceil(due / 3)
      )
    )
  })
})
