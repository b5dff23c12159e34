import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ENDPOINTS, type Endpoint, type Urgency } from "./endpoints"
import { changeLimit, readLimit } from "./limit-row"
import { hasRoom, pauseFor, takeSlot, type LimitState } from "./take-slot"

/** A request that may be sent now. Call `end` when it was answered. */
export type Passage = {
  end(): Promise<void>
  /** It never reached the service, which cannot have counted it. */
  unsent(): Promise<void>
  /**
   * A 429 came: no process calls this endpoint again before its seconds are
   * over.
   */
  refused(seconds: number): Promise<void>
}

/**
 * How long a run of a job waits for a limit of one a minute, in milliseconds. The
 * limit is free again a little after the next run begins; without this wait every
 * second run would be too early.
 */
export const LIMIT_WAIT_MS = 20_000

/** How a process measures time and waits, in milliseconds. */
export type Stopwatch = {
  elapsed(): number
  pause(ms: number): Promise<unknown>
}

/**
 * The service's rate limits, held over all processes in PostgreSQL: the row of
 * an endpoint is locked while a request is taken.
 */
export class RequestLimits {
  /**
   * Milliseconds since 1970. Left out, the database's clock counts: one for all
   * processes. Set it where the service's own time is simulated, so that both
   * count in the same time; every process must then be given the same clock.
   */
  clock?: () => number

  /** Set it together with `clock`, so that waiting takes simulated time too. */
  stopwatch: Stopwatch = {
    elapsed: () => performance.now(),
    pause: (ms) => sleep(ms),
  }

  constructor(private readonly db: Knex) {}

  /**
   * Takes the next request, or answers in how many milliseconds one is allowed
   * and keeps a place for the class.
   */
  async take(
    endpoint: Endpoint,
    urgency: Urgency
  ): Promise<{ waitMs: number; passage: Passage }> {
    const id = randomUUID()
    const nothing = async () => {}
    const refused = (seconds: number) => this.pause(endpoint, seconds)
    const early = await this.wait(endpoint, urgency)
    if (early > 0 || ENDPOINTS[endpoint].requests === Infinity) {
      // An endpoint without a limit has only its pause.
      const passage = { end: nothing, unsent: nothing, refused }
      return { waitMs: early, passage }
    }
    const waitMs = await this.ask(endpoint, urgency, id)
    const end = () => this.end(endpoint, id)
    const unsent = () => this.giveBack(endpoint, id)
    return { waitMs, passage: { end, unsent, refused } }
  }

  /**
   * In how many milliseconds the next request is allowed. Takes nothing; a
   * class that has to wait keeps a place.
   */
  async wait(endpoint: Endpoint, urgency: Urgency): Promise<number> {
    const { waitMs, isKept } = await this.read(endpoint, urgency)
    // A flood of refused requests only reads: a class has one place.
    return waitMs <= 0 || isKept ? waitMs : this.ask(endpoint, urgency, null)
  }

  /**
   * Waits until the next request is allowed, if that is within `LIMIT_WAIT_MS`;
   * takes nothing.
   */
  async waitBriefly(endpoint: Endpoint, urgency: Urgency): Promise<void> {
    const until = this.stopwatch.elapsed() + LIMIT_WAIT_MS
    for (;;) {
      const waitMs = await this.wait(endpoint, urgency)
      if (waitMs <= 0 || this.stopwatch.elapsed() + waitMs > until) {
        return
      }
      await this.stopwatch.pause(waitMs)
    }
  }

  /**
   * In how many milliseconds the next request is allowed, how many requests the
   * current window has, and whether the class has a place already. Writes
   * nothing.
   */
  async read(
    endpoint: Endpoint,
    urgency: Urgency
  ): Promise<{ waitMs: number; used: number; isKept: boolean }> {
    const row = await readLimit(this.db, endpoint)
    if (!row) {
      return { waitMs: 0, used: 0, isKept: false }
    }
    const before = row.state
    const now = this.clock?.() ?? row.now
    const ask = { id: null, urgency, now }
    const { state, waitMs } = takeSlot(endpoint, before, ask)
    const isKept =
      state.turns[urgency]?.waits === before.turns[urgency]?.waits &&
      state.pause === before.pause
    return { waitMs, used: state.slots.length, isKept }
  }

  /** Whether a class could send so many requests now. Writes nothing. */
  async hasRoom(
    endpoint: Endpoint,
    urgency: Urgency,
    requests: number
  ): Promise<boolean> {
    const row = await readLimit(this.db, endpoint)
    const now = row && (this.clock?.() ?? row.now)
    return (
      now === null || hasRoom(endpoint, row!.state, { requests, urgency, now })
    )
  }

  private ask(endpoint: Endpoint, urgency: Urgency, id: string | null) {
    return this.change(endpoint, (state, now) => {
      const taken = takeSlot(endpoint, state, { id, urgency, now })
      return [taken.state, taken.waitMs]
    })
  }

  private async end(endpoint: Endpoint, id: string) {
    await this.change(endpoint, (state, now) => [
      {
        ...state,
        slots: state.slots.map((slot) =>
          slot.id === id ? { ...slot, at: now } : slot
        ),
      },
      undefined,
    ])
  }

  private async giveBack(endpoint: Endpoint, id: string) {
    await this.change(endpoint, (state) => [
      { ...state, slots: state.slots.filter((slot) => slot.id !== id) },
      undefined,
    ])
  }

  private async pause(endpoint: Endpoint, seconds: number) {
    await this.change(endpoint, (state, now) => [
      pauseFor(state, seconds, now),
      undefined,
    ])
  }

  private change<T>(
    endpoint: Endpoint,
    step: (state: LimitState, now: number) => [LimitState, T]
  ): Promise<T> {
    return changeLimit(this.db, endpoint, ({ state, now }) =>
      step(state, this.clock?.() ?? now)
    )
  }
}
