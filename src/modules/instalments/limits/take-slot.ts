import { ENDPOINTS, type Endpoint, type Urgency } from "./endpoints"

/**
 * One request of the last window. `at` (milliseconds) is the latest moment at
 * which it may have reached the service: a window is exact only if it is
 * counted from there.
 */
export type Slot = { id: string; at: number; urgency: Urgency }

/** What is known of an endpoint, shared by all processes. */
export type LimitState = {
  slots: Slot[]
  /** A 429's pause; `from` lets a clock that jumped back be noticed. */
  pause: { from: number; until: number } | null
}

/** A request on its way is over after this, answered or not. */
export const FLIGHT_MS = 40_000

/**
 * Takes the next request of an endpoint if its limit leaves room, else says in
 * how many milliseconds one may. Pure: the state comes back changed.
 */
export function takeSlot(
  endpoint: Endpoint,
  state: LimitState,
  ask: { id: string; urgency: Urgency; now: number }
): { state: LimitState; waitMs: number } {
  const { windowMs, room } = ENDPOINTS[endpoint]
  const { now, urgency } = ask
  const { own, total } = room[urgency]
  const slots = state.slots
    // Later than any request can end: the clock jumped back, so count from now.
    .map((slot) => ({
      ...slot,
      at: slot.at > now + FLIGHT_MS ? now + FLIGHT_MS : slot.at,
    }))
    .filter((slot) => slot.at >= now - windowMs)
  const pause = currentPause(state.pause, now)
  const waitMs = Math.max(
    pause ? pause.until - now : 0,
    wait(slots, total),
    wait(
      slots.filter((slot) => slot.urgency === urgency),
      own
    )
  )
  return {
    waitMs,
    state: {
      pause,
      slots:
        waitMs > 0
          ? slots
          : [...slots, { id: ask.id, urgency, at: now + FLIGHT_MS }],
    },
  }

  function wait(counted: Slot[], allowed: number): number {
    if (counted.length < allowed) {
      return 0
    }
    const times = counted.map(({ at }) => at).sort((a, b) => a - b)
    const leaves = times[times.length - allowed] ?? now
    return leaves + windowMs + 1 - now
  }
}

function currentPause(pause: LimitState["pause"], now: number) {
  if (!pause || pause.until <= now) {
    return null
  }
  return pause.from > now
    ? { from: now, until: now + pause.until - pause.from }
    : pause
}
