import fc from "fast-check"
import { ENDPOINTS, type Endpoint, type Urgency } from "../endpoints"
import { FLIGHT_MS, takeSlot, type LimitState } from "../take-slot"

const limited = (Object.keys(ENDPOINTS) as Endpoint[]).filter(
  (endpoint) => ENDPOINTS[endpoint].requests < Infinity
)
const urgencies: Urgency[] = ["shopper", "hint", "background"]

/** Asks at the given moments; each request reaches the service at once. */
function run(endpoint: Endpoint, asks: { now: number; urgency: Urgency }[]) {
  let state: LimitState = { slots: [], pause: null }
  const granted: typeof asks = []
  for (const [i, ask] of asks.entries()) {
    const taken = takeSlot(endpoint, state, { ...ask, id: String(i) })
    state = {
      ...taken.state,
      slots: taken.state.slots.map((slot) =>
        slot.id === String(i) ? { ...slot, at: ask.now } : slot
      ),
    }
    if (taken.waitMs === 0) {
      granted.push(ask)
    }
  }
  return { state, granted }
}

const asks = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 20_000 }),
      urgency: fc.constantFrom(...urgencies),
    }),
    { minLength: 1, maxLength: 120 }
  )
  .map((steps) => {
    let now = 1_000_000
    return steps.map(({ gap, urgency }) => ({ now: (now += gap), urgency }))
  })

describe("the service's limits", () => {
  it("holds in every window of the limit's length, wherever it begins", () => {
    fc.assert(
      fc.property(fc.constantFrom(...limited), asks, (endpoint, moments) => {
        const { windowMs, requests } = ENDPOINTS[endpoint]
        const { granted } = run(endpoint, moments)
        for (const { now } of granted) {
          const inside = granted.filter(
            (other) => other.now >= now && other.now <= now + windowMs
          )
          expect(inside.length).toBeLessThanOrEqual(requests)
        }
      })
    )
  })

  it("lets a request through once the time it named is over", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...limited),
        asks,
        fc.constantFrom(...urgencies),
        (endpoint, moments, urgency) => {
          const { state } = run(endpoint, moments)
          const now = moments[moments.length - 1]!.now
          const { waitMs } = takeSlot(endpoint, state, {
            id: "x",
            urgency,
            now,
          })
          const later = takeSlot(endpoint, state, {
            id: "x",
            urgency,
            now: now + waitMs,
          })
          expect(later.waitMs).toBe(0)
        }
      )
    )
  })

  it("counts a request on its way as if it arrived at its very end", () => {
    const first = takeSlot(
      "GET /api/checkouts",
      { slots: [], pause: null },
      { id: "a", urgency: "background", now: 0 }
    )
    const next = (now: number) =>
      takeSlot("GET /api/checkouts", first.state, {
        id: "b",
        urgency: "background",
        now,
      }).waitMs
    expect(next(60_001)).toBeGreaterThan(0)
    expect(next(FLIGHT_MS + 60_001)).toBe(0)
  })

  it("keeps room for a shopper while background work and hints ask", () => {
    const busy = Array.from({ length: 20 }, (_, i) => ({
      now: i,
      urgency: i % 2 ? ("hint" as const) : ("background" as const),
    }))
    const { state, granted } = run("GET /api/checkouts/:id", busy)
    expect(granted.length).toBeLessThan(5)
    const shopper = { id: "s", urgency: "shopper" as const, now: 30 }
    expect(takeSlot("GET /api/checkouts/:id", state, shopper).waitMs).toBe(0)
  })

  it("asks again neither before nor long after the end of a 429's pause", () => {
    const state = { slots: [], pause: { from: 0, until: 17_000 } }
    const at = (now: number) =>
      takeSlot("POST /api/checkouts", state, {
        id: "x",
        urgency: "shopper",
        now,
      }).waitMs
    expect(at(16_999)).toBe(1)
    expect(at(17_000)).toBe(0)
  })

  it("is not stuck when the clock jumps back", () => {
    const day = 86_400_000
    const state: LimitState = {
      slots: [{ id: "a", urgency: "background", at: day }],
      pause: { from: day, until: day + 10_000 },
    }
    const { waitMs } = takeSlot("GET /api/checkouts", state, {
      id: "b",
      urgency: "background",
      now: 0,
    })
    expect(waitMs).toBeLessThanOrEqual(FLIGHT_MS + 60_001)
  })
})
