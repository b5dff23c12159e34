/** Something that becomes due at a moment of the sandbox clock. */
export type DueTask = { at: number; run: () => Promise<void> | void }

/** Names the earliest task of one kind, if there is one. */
export type TaskSource = () => DueTask | undefined

/** What comes first of many, by a moment that may be null: never. */
export function earliest<T>(
  all: Iterable<T>,
  at: (one: T) => number | null
): T | undefined {
  let first: T | undefined
  for (const one of all) {
    if ((at(one) ?? Infinity) < ((first && at(first)) ?? Infinity)) {
      first = one
    }
  }
  return first
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
const DAY_MS = 86_400_000

/**
 * The sandbox's time: the real clock plus an offset that only grows. Due tasks
 * run in the order of their times, whether the time passes or is moved.
 */
export class SandboxClock {
  private timer: NodeJS.Timeout | undefined
  private turn: Promise<void> = Promise.resolve()
  private closed = false

  constructor(
    private readonly state: { offsetMs: number },
    private readonly sources: () => TaskSource[]
  ) {}

  /** Milliseconds since 1970 as the sandbox sees it. */
  now(): number {
    return Date.now() + this.state.offsetMs
  }

  /** Now, as ISO 8601 in UTC. */
  iso(): string {
    return new Date(this.now()).toISOString()
  }

  /** Moves to a later moment; answers when all that became due is done. */
  advanceTo(moment: number): Promise<void> {
    this.turn = this.turn
      .then(() => this.runUntil(moment))
      .then(() => {
        this.state.offsetMs += Math.max(0, moment - this.now())
        this.arm()
      })
    return this.turn
  }

  /** Sets the timer for the next task; called whenever tasks changed. */
  arm(): void {
    clearTimeout(this.timer)
    const next = this.earliest()
    if (!next || this.closed) {
      return
    }
    const wait = Math.min(Math.max(next.at - this.now(), 0), LONGEST_TIMER_MS)
    this.timer = setTimeout(() => void this.advanceTo(this.now()), wait).unref()
  }

  /** Stops the timer; nothing becomes due by itself any more. */
  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  private async runUntil(moment: number): Promise<void> {
    for (;;) {
      const next = this.earliest()
      if (!next || next.at > moment || this.closed) {
        return
      }
      // The task sees the time at which it was due, not the target.
      this.state.offsetMs += Math.max(0, next.at - this.now())
      await next.run()
    }
  }

  private earliest(): DueTask | undefined {
    return this.sources()
      .flatMap((source) => source() ?? [])
      .sort((a, b) => a.at - b.at)[0]
  }
}

const ISO_DURATION =
  /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

const UNITS_MS = [7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1000]

/**
 * Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and
 * seconds (`P1D`, `PT1H30M`). Months and years have no fixed length: they and
 * everything else are undefined.
 */
export function durationMs(text: string): number | undefined {
  const parts = ISO_DURATION.exec(text)?.slice(1)
  if (!parts?.some(Boolean)) {
    return undefined
  }
  return parts.reduce(
    (sum, part, i) => sum + Number(part ?? 0) * (UNITS_MS[i] ?? 0),
    0
  )
}

/**
 * Calendar days from one moment to a later one, in a time zone: 0 on the same
 * day, 1 on the next, whatever the hours.
 */
export function daysBetween(
  from: Date | number,
  to: Date | number,
  timeZone: string
): number {
  return (dayStart(to, timeZone) - dayStart(from, timeZone)) / DAY_MS
}

/** The date's midnight as if it were UTC, so that days can be counted. */
function dayStart(moment: Date | number, timeZone: string): number {
  // en-CA writes a date as 2026-11-21.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment)
  return Date.parse(`${date}T00:00:00Z`)
}
