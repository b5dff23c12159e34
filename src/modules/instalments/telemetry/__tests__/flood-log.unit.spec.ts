import { FloodLog } from "../flood-log"

describe("the log under a flood", () => {
  it("gets one line a minute of each kind, with the number of the others", () => {
    const log = new FloodLog()
    expect(log.line("hint", "first", 0)).toBe("first")
    expect(log.line("hint", "second", 1)).toBeNull()
    expect(log.line("unverified", "another kind", 2)).toBe("another kind")
    expect(log.line("hint", "third", 59_999)).toBeNull()
    expect(log.line("hint", "fourth", 60_000)).toBe(
      "fourth (2 more like it since the last one)"
    )
    expect(log.line("hint", "fifth", 120_000)).toBe("fifth")
  })

  it("goes on when the clock has jumped back", () => {
    const log = new FloodLog()
    log.line("hint", "first", 86_400_000)
    expect(log.line("hint", "second", 0)).toBe("second")
  })
})
