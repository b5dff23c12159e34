import {
  limitOf,
  LONGEST_PAUSE_MS,
  unshared,
  URGENCIES,
  type Endpoint,
  type Urgency,
} from "./endpoints"

/**
 * One request of the last window. `at` (milliseconds) is the latest moment at
 * which it may have reached the service: only so is the window exact.
 */
export type Slot = { id: string; at: number; urgency: Urgency }

/**
 * When each class was served last, and until when its place is kept because it
 * was refused (0: it does not wait). In milliseconds.
 */
export type Turns = Partial<Record<Urgency, { served: number; waits: number }>>

/** What is known of an endpoint, shared by all processes. */
export type LimitState = {
  slots: Slot[]
  turns: Turns
  /** A 429's pause; `from` lets a clock that jumped back be noticed. */
  pause: { from: number; until: number } | null
}

/** A request on its way is over after this, answered or not. */
export const FLIGHT_MS = 40_000

/** For how many windows the place of a refused class is kept. */
const KEPT = 2
/** The place is renewed when less than this is left. */
const KEPT_AT_LEAST = 1.5

/**
 * Takes the next request of an endpoint if its limit allows one. Else it
 * answers in how many milliseconds one is allowed, and keeps a place for the
 * class. Without an id (null) nothing is taken. Pure: it answers the new state.
 */
export function takeSlot(
  endpoint: Endpoint,
  state: LimitState,
  ask: { id: string | null; urgency: Urgency; now: number }
): { state: LimitState; waitMs: number } {
  const limit = limitOf(endpoint)
  const { windowMs, requests, shares } = limit
  const { id, now, urgency } = ask
  const slots = state.slots
    // Later than any request can end: the clock jumped back, so count from now.
    .map((slot) => ({ ...slot, at: Math.min(slot.at, now + FLIGHT_MS) }))
    .filter((slot) => slot.at >= now - windowMs)
    .sort((a, b) => a.at - b.at)
  const pause = currentPause(state.pause, now)
  const turns = currentTurns(state.turns, now, KEPT * windowMs)

  const shareOf = (one: Urgency) => shares?.[one] ?? 0
  const usedBy = (one: Urgency) => slots.filter((slot) => slot.urgency === one)
  // What a class has taken beyond its share; its oldest leave the window first.
  const beyond = URGENCIES.flatMap((one) => {
    const used = usedBy(one)
    return used.slice(0, Math.max(0, used.length - shareOf(one)))
  }).sort((a, b) => a.at - b.at)
  const next = URGENCIES.filter(
    (other) =>
      goesBefore(other) &&
      (turns[other]?.waits ?? 0) > now &&
      usedBy(other).length >= shareOf(other)
  ).map((other) => (turns[other]?.waits ?? now) - now)
  const free = unshared(limit)
  const giveWayMs =
    next.length < free - beyond.length ? 0 : Math.max(0, ...next)

  const waitMs = Math.max(
    pause ? pause.until - now : 0,
    untilFewer(slots, requests),
    Math.min(
      untilFewer(usedBy(urgency), shareOf(urgency)),
      Math.max(untilFewer(beyond, free), giveWayMs)
    )
  )
  const asked = turns[urgency] ?? { served: 0, waits: 0 }
  if (waitMs > 0) {
    const waits =
      asked.waits < now + KEPT_AT_LEAST * windowMs
        ? now + KEPT * windowMs
        : asked.waits
    const kept = { ...turns, [urgency]: { ...asked, waits } }
    return { waitMs, state: { pause, slots, turns: kept } }
  }
  if (id === null) {
    return { waitMs, state: { pause, slots, turns } }
  }
  return {
    waitMs,
    state: {
      pause,
      slots: [...slots, { id, urgency, at: now + FLIGHT_MS }],
      turns: { ...turns, [urgency]: { served: now, waits: 0 } },
    },
  }

  /** The milliseconds until fewer than `allowed` of these are in the window. */
  function untilFewer(counted: Slot[], allowed: number): number {
    if (counted.length < allowed) {
      return 0
    }
    const last = counted[counted.length - allowed]
    return last ? last.at + windowMs + 1 - now : Infinity
  }

  /**
   * Whether the other class goes first for the requests that no class has
   * reserved.
   */
  function goesBefore(other: Urgency): boolean {
    const servedAt = (one: Urgency) => turns[one]?.served ?? 0
    const later = shares ? 0 : servedAt(urgency) - servedAt(other)
    const urgent = URGENCIES.indexOf(urgency) - URGENCIES.indexOf(other)
    return (later || urgent) > 0
  }
}

/** Whether a class could send so many requests at this moment. Takes nothing. */
export function hasRoom(
  endpoint: Endpoint,
  state: LimitState,
  { requests, ...ask }: { requests: number; urgency: Urgency; now: number }
): boolean {
  for (let nth = 0; nth < requests; nth++) {
    const taken = takeSlot(endpoint, state, { ...ask, id: `room ${nth}` })
    if (taken.waitMs > 0) {
      return false
    }
    state = taken.state
  }
  return true
}

/**
 * Adds the pause of a 429: no request before its seconds are over, an hour at
 * most (see `LONGEST_PAUSE_MS`). A pause that already ends later does not
 * change.
 */
export function pauseFor(
  state: LimitState,
  seconds: number,
  now: number
): LimitState {
  const pause = currentPause(state.pause, now)
  const until = now + Math.min(seconds * 1_000, LONGEST_PAUSE_MS)
  const ends = pause && pause.until >= until
  return { ...state, pause: ends ? pause : { from: now, until } }
}

function currentPause(pause: LimitState["pause"], now: number) {
  if (!pause || pause.until <= now) {
    return null
  }
  return pause.from > now
    ? { from: now, until: now + pause.until - pause.from }
    : pause
}

/** After a clock jumped back, no place may be kept for long. */
function currentTurns(turns: Turns, now: number, keptMs: number): Turns {
  return Object.fromEntries(
    Object.entries(turns).map(([urgency, { served, waits }]) => [
      urgency,
      { served: Math.min(served, now), waits: Math.min(waits, now + keptMs) },
    ])
  )
}
