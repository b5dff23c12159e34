import fc from "fast-check"
import {
  ENDPOINTS,
  limitOf,
  LONGEST_PAUSE_MS,
  mostOf,
  unshared,
  URGENCIES,
  type Endpoint,
  type Urgency,
} from "../endpoints"
import {
  FLIGHT_MS,
  hasRoom,
  pauseFor,
  takeSlot,
  type LimitState,
} from "../take-slot"

const endpoints = Object.keys(ENDPOINTS) as Endpoint[]
const limited = endpoints.filter((one) => ENDPOINTS[one].requests < Infinity)
const shared = limited.filter((one) => ENDPOINTS[one].shares)
const unsharedOnes = limited.filter((one) => !ENDPOINTS[one].shares)
const untouched: LimitState = { slots: [], turns: {}, pause: null }
const HOUR_MS = 3_600_000

type Ask = { now: number; urgency: Urgency; flight: number }

/**
 * Makes requests at the given moments; each is answered after its flight time.
 */
function run(endpoint: Endpoint, asks: Ask[], state = untouched) {
  const ends = new Map<string, number>()
  const answered: (Ask & { waitMs: number })[] = []
  for (const [i, ask] of asks.entries()) {
    const id = String(i)
    const slots = state.slots.map((slot) => {
      const end = ends.get(slot.id) ?? Infinity
      return end <= ask.now ? { ...slot, at: end } : slot
    })
    const taken = takeSlot(endpoint, { ...state, slots }, { ...ask, id })
    state = taken.state
    ends.set(id, ask.now + ask.flight)
    answered.push({ ...ask, waitMs: taken.waitMs })
  }
  const granted = answered.filter(({ waitMs }) => waitMs === 0)
  return { state, answered, granted }
}

/**
 * Requests of all classes; gaps and flight times are parts of the window's
 * length.
 */
function asksOf(endpoint: Endpoint, longestGap = 0.4) {
  const { windowMs } = ENDPOINTS[endpoint]
  const part = (most: number) =>
    fc.integer({ min: 0, max: Math.floor(windowMs * most) })
  const flight = fc
    .oneof(fc.constant(0), part(0.2))
    .map((ms) => Math.min(ms, FLIGHT_MS))
  const urgency = fc.constantFrom(...URGENCIES)
  return fc
    .array(fc.record({ gap: part(longestGap), urgency, flight }), {
      minLength: 1,
      maxLength: 120,
    })
    .map((steps) => {
      let now = 1_000_000
      return steps.map(({ gap, ...ask }) => ({ ...ask, now: (now += gap) }))
    })
}

/** One of these endpoints and the requests to it. */
function scenes(among: Endpoint[]) {
  return fc
    .constantFrom(...among)
    .chain((endpoint) => fc.tuple(fc.constant(endpoint), asksOf(endpoint)))
}

/** How long a class has to wait now. */
function waitOf(
  endpoint: Endpoint,
  state: LimitState,
  urgency: Urgency,
  now: number
) {
  return takeSlot(endpoint, state, { id: "x", urgency, now }).waitMs
}

describe("the service's limits", () => {
  it("count the requests of a class that another version of this code names", () => {
    const urgency = "of another version" as Urgency
    const now = 1_000_000
    for (const endpoint of limited) {
      const { requests, windowMs } = ENDPOINTS[endpoint]
      const slots = Array.from({ length: requests }, (_, i) => ({
        ...{ id: String(i), at: now, urgency },
      }))
      const turns = { [urgency]: { served: now, waits: 0 } }
      const state = { ...untouched, slots, turns }
      expect(waitOf(endpoint, state, "shopper", now)).toBe(windowMs + 1)
    }
  })

  it("hold in every window of the limit's length", () => {
    fc.assert(
      fc.property(
        scenes(limited),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([endpoint, asks], part) => {
          const { windowMs, requests } = ENDPOINTS[endpoint]
          const arrivals = run(endpoint, asks).granted.map(
            ({ now, flight }) => now + flight * part
          )
          for (const from of arrivals) {
            const inside = arrivals.filter(
              (at) => at >= from && at <= from + windowMs
            )
            expect(inside.length).toBeLessThanOrEqual(requests)
          }
        }
      )
    )
  })

  it("allow a request once the time they named is over", () => {
    fc.assert(
      fc.property(
        scenes(limited),
        fc.constantFrom(...URGENCIES),
        ([endpoint, asks], urgency) => {
          const { state } = run(endpoint, asks)
          const { now } = asks[asks.length - 1]!
          const waitMs = waitOf(endpoint, state, urgency, now)
          expect(waitOf(endpoint, state, urgency, now + waitMs)).toBe(0)
        }
      )
    )
  })

  it("count a request on its way as if it arrived at its very end", () => {
    const first = takeSlot("GET /api/checkouts", untouched, {
      id: "a",
      urgency: "background",
      now: 0,
    })
    const next = (now: number) =>
      waitOf("GET /api/checkouts", first.state, "background", now)
    expect(next(60_001)).toBeGreaterThan(0)
    expect(next(FLIGHT_MS + 60_001)).toBe(0)
  })

  it("are not stuck when the clock jumps back", () => {
    const day = 86_400_000
    const state: LimitState = {
      slots: [{ id: "a", urgency: "background", at: day }],
      turns: { shopper: { served: day, waits: day } },
      pause: { from: day, until: day + 10_000 },
    }
    const first = takeSlot("GET /api/checkouts", state, {
      id: "b",
      urgency: "background",
      now: 0,
    })
    expect(first.waitMs).toBeLessThanOrEqual(120_000)
    const later = waitOf(
      "GET /api/checkouts",
      first.state,
      "background",
      first.waitMs
    )
    expect(later).toBe(0)
  })
})

describe("the shares of the classes", () => {
  it("fit into the limit, and every class gets something", () => {
    for (const endpoint of endpoints) {
      expect(unshared(limitOf(endpoint))).toBeGreaterThanOrEqual(0)
      for (const urgency of URGENCIES) {
        expect(mostOf(endpoint, urgency)).toBeGreaterThanOrEqual(1)
      }
    }
  })

  it("are available at once, whatever the other classes do", () => {
    fc.assert(
      fc.property(
        scenes(shared),
        fc.constantFrom(...URGENCIES),
        ([endpoint, asks], urgency) => {
          const { windowMs, shares } = limitOf(endpoint)
          const { answered } = run(endpoint, asks)
          const mine = answered.filter((ask) => ask.urgency === urgency)
          // By their order, as several may ask in one millisecond.
          for (const [i, { now, waitMs }] of mine.entries()) {
            const before = mine
              .slice(0, i)
              .filter(
                (other) =>
                  other.waitMs === 0 &&
                  other.now + other.flight >= now - windowMs
              )
            if (before.length < shares![urgency]) {
              expect(waitMs).toBe(0)
            }
          }
        }
      )
    )
  })

  it("leave the rest to any class while no other class waits", () => {
    for (const endpoint of limited) {
      for (const urgency of URGENCIES) {
        const asks = Array.from({ length: 9 }, (_, now) => ({
          now,
          urgency,
          flight: 0,
        }))
        const { granted } = run(endpoint, asks)
        expect(granted).toHaveLength(mostOf(endpoint, urgency))
      }
    }
  })

  it("leave the rest to a shopper who waits, as long as its place is kept", () => {
    const endpoint = "GET /api/checkouts/:id"
    const shoppers = [0, 1, 2, 3].map((now) => ({
      now,
      urgency: "shopper" as const,
      flight: 0,
    }))
    // Three are allowed, two of them by their share; the fourth is refused.
    const { state } = run(endpoint, shoppers)
    const own = takeSlot(endpoint, state, {
      id: "own",
      urgency: "background",
      now: 4,
    })
    expect(own.waitMs).toBe(0)
    const freed = 60_002
    const used = { ...own.state, slots: own.state.slots.slice(1) }
    used.slots = used.slots.map((slot) => ({ ...slot, at: 50_000 }))
    expect(waitOf(endpoint, used, "background", freed)).toBeGreaterThan(0)
    expect(waitOf(endpoint, used, "shopper", freed)).toBe(0)
    expect(waitOf(endpoint, used, "background", 120_004)).toBe(0)
  })
})

describe("a class that has its own share left", () => {
  it("does not keep others from the rest, although it was refused before", () => {
    const endpoint = "GET /api/checkouts/:id"
    const state: LimitState = {
      slots: [{ id: "a", urgency: "background", at: 1_000 }],
      turns: { shopper: { served: 0, waits: 90_000 } },
      pause: null,
    }
    expect(waitOf(endpoint, state, "background", 2_000)).toBe(0)
  })
})

describe("an endpoint that is too narrow for shares", () => {
  it("serves no class twice while another one waits", () => {
    fc.assert(
      fc.property(scenes(unsharedOnes), ([endpoint, asks]) => {
        const { windowMs } = ENDPOINTS[endpoint]
        const { answered } = run(endpoint, asks)
        for (const [i, again] of answered.entries()) {
          const first = answered
            .slice(0, i)
            .map(({ waitMs, urgency }) => waitMs === 0 && urgency)
            .lastIndexOf(again.urgency)
          if (again.waitMs > 0 || first < 0) {
            continue
          }
          const between = answered.slice(first + 1, i)
          const waiting = between.filter(
            (ask) =>
              ask.urgency !== again.urgency &&
              ask.waitMs > 0 &&
              ask.now >= again.now - windowMs &&
              !between.some(
                (one) => one.urgency === ask.urgency && one.waitMs === 0
              )
          )
          expect(waiting).toEqual([])
        }
      })
    )
  })

  it("serves each class in its turn when all of them keep asking", () => {
    const endpoint = "GET /api/checkouts"
    const asks = Array.from({ length: 400 }, (_, i) => ({
      now: 1_000_000 + i * 1_000,
      urgency: URGENCIES[i % URGENCIES.length]!,
      flight: 0,
    }))
    const served = run(endpoint, asks).granted.map(({ urgency }) => urgency)
    expect(served.slice(0, 6)).toEqual([...URGENCIES, ...URGENCIES])
  })

  it("goes on without a class that waited and never came back", () => {
    const endpoint = "GET /api/checkouts"
    const { state } = run(endpoint, [
      { now: 0, urgency: "background", flight: 0 },
      { now: 1_000, urgency: "shopper", flight: 0 },
    ])
    expect(waitOf(endpoint, state, "background", 60_001)).toBeGreaterThan(0)
    expect(waitOf(endpoint, state, "background", 121_000)).toBe(0)
  })
})

describe("the pause of a 429", () => {
  const paused = (seconds: number, state = untouched, now = 0) =>
    pauseFor(state, seconds, now)

  it("ends neither before nor long after the second it names", () => {
    const at = (now: number) =>
      waitOf("POST /api/checkouts", paused(17), "shopper", now)
    expect(at(16_999)).toBe(1)
    expect(at(17_000)).toBe(0)
  })

  it("is never shortened by a later one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_600 }),
        fc.integer({ min: 0, max: 3_600 }),
        fc.integer({ min: 0, max: HOUR_MS }),
        (seconds, later, now) => {
          const twice = paused(later, paused(seconds), now)
          const ends = Math.max(seconds * 1_000, now + later * 1_000)
          expect(waitOf("POST /api/refunds", twice, "background", now)).toBe(
            ends - now
          )
        }
      )
    )
  })

  it("lasts an hour at most, the longest window that is documented", () => {
    expect(LONGEST_PAUSE_MS).toBe(HOUR_MS)
    for (const seconds of [3_601, 1e9, Infinity]) {
      const state = paused(seconds)
      expect(waitOf("POST /api/checkouts", state, "shopper", 0)).toBe(HOUR_MS)
      expect(waitOf("POST /api/checkouts", state, "shopper", HOUR_MS)).toBe(0)
    }
  })
})

describe("room for a shopper and for another one", () => {
  const endpoint = "GET /api/checkouts/:id"
  const at = (now: number) => ({ now, urgency: "shopper" as const })
  const roomAfter = (asks: Urgency[], now = 1) => {
    const { state } = run(
      endpoint,
      asks.map((urgency) => ({ urgency, now: 0, flight: 0 }))
    )
    return hasRoom(endpoint, state, { ...at(now), requests: 2 })
  }

  it("is there until the shoppers' share has but one left, and again a window later", () => {
    expect(roomAfter([])).toBe(true)
    expect(roomAfter(["shopper"])).toBe(true)
    expect(roomAfter(["shopper", "shopper"])).toBe(false)
    expect(roomAfter(["shopper", "shopper"], 2 * 60_000)).toBe(true)
  })

  it("is none in the shares of others, nor in a 429's pause", () => {
    // The background has taken what no class has reserved.
    expect(roomAfter(["background", "background", "shopper"])).toBe(false)
    const paused = pauseFor(untouched, 10, 0)
    expect(hasRoom(endpoint, paused, { ...at(1), requests: 1 })).toBe(false)
  })
})
