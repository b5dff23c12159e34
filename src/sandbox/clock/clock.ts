/** Something that becomes due at a moment of the sandbox clock. */
export type DueTask = { at: number; run: () => Promise<void> | void }

/** Names the earliest task of one kind, if there is one. */
export type TaskSource = () => DueTask | undefined

const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The sandbox's time: the real clock plus an offset that only grows. What
 * becomes due is run in the order of its time, whether the time passes by
 * itself or is moved.
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
