import { daysBetween } from "../clock"
import { SandboxClock } from "../clock"
import { durationMs } from "../clock"

describe("the sandbox clock", () => {
  it("runs each task at its own time, the earliest first", async () => {
    const start = Date.now()
    const tasks = [300_000, 100_000, 200_000].map((ms) => start + ms)
    const ran: number[] = []
    const clock: SandboxClock = new SandboxClock({ offsetMs: 0 }, () =>
      tasks.map((at) => () => ({
        at,
        run: () => {
          tasks.splice(tasks.indexOf(at), 1)
          ran.push(Math.round((clock.now() - start) / 10_000))
        },
      }))
    )
    await clock.advanceTo(start + 250_000)
    expect(ran).toEqual([10, 20])
    expect(clock.now()).toBeGreaterThanOrEqual(start + 250_000)
    clock.close()
  })

  it("runs by itself what becomes due while real time passes", async () => {
    let at: number | undefined = Date.now() + 20
    await new Promise<void>((done) => {
      const clock = new SandboxClock({ offsetMs: 0 }, () => [
        () => {
          const run = () => {
            at = undefined
            clock.close()
            done()
          }
          return at === undefined ? undefined : { at, run }
        },
      ])
      clock.arm()
    })
    expect(at).toBeUndefined()
  })

  it("never goes back", async () => {
    const clock = new SandboxClock({ offsetMs: 60_000 }, () => [])
    const before = Date.now()
    await clock.advanceTo(0)
    expect(clock.now()).toBeGreaterThanOrEqual(before + 60_000)
  })
})

it.each([
  ["PT1H", 3_600_000],
  ["P1DT2M3S", 86_523_000],
  ["P2W", 1_209_600_000],
  ["P", undefined],
  ["PT", undefined],
  ["P1M", undefined],
  ["-PT1H", undefined],
  ["1h", undefined],
])("reads the duration %s as %p ms", (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})

it.each([
  ["2026-11-21T21:59:59Z", "2026-11-21T22:00:00Z", "Africa/Johannesburg", 1],
  ["2026-11-21T00:00:00Z", "2026-11-21T21:59:59Z", "Africa/Johannesburg", 0],
  ["2026-11-21T21:59:59Z", "2026-11-21T22:00:00Z", "UTC", 0],
  // A day of 23 hours is a day.
  ["2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", "Europe/Berlin", 2],
])("counts the days from %s to %s in %s: %d", (from, to, zone, days) => {
  expect(daysBetween(new Date(from), new Date(to), zone)).toBe(days)
})
