import { askPause, lookAfterEnd, refundLookPause, settlePause } from "../pauses"

const MINUTE = 60_000
const numbers = Array.from({ length: 12 }, (_, i) => i + 1)

describe("the pauses", () => {
  it.each([
    ["between attempts to settle", settlePause, 15 * MINUTE],
    ["between a shopper's questions", askPause, 10 * MINUTE],
    ["between looks at a refund request", refundLookPause, 60 * MINUTE],
  ])("%s grow to their end and never shrink", (_, pause, longest) => {
    const pauses = numbers.map(pause)
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBe(longest)
  })

  it("let a shopper ask at once the first time", () => {
    expect(askPause(0)).toBe(0)
  })

  it("look at an end an hour, a day and a week later, then never again", () => {
    expect(lookAfterEnd(0)).toBe(60 * MINUTE)
    expect(lookAfterEnd(60 * MINUTE)).toBe(24 * 60 * MINUTE)
    expect(lookAfterEnd(24 * 60 * MINUTE)).toBe(7 * 24 * 60 * MINUTE)
    expect(lookAfterEnd(7 * 24 * 60 * MINUTE)).toBeNull()
  })
})
