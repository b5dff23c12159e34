const MINUTE_MS = 60_000

/**
 * What is left out: callbacks that are not believed, hints that wait for the
 * limit, and callbacks that could not be counted.
 */
export type FloodKind = "unverified" | "hint" | "uncounted"

/**
 * Keeps the log readable, and small, under what anybody can send in floods: of
 * each kind of line a process writes one a minute, with the number of those
 * that it left out before.
 */
export class FloodLog {
  private readonly lines = new Map<FloodKind, { at: number; leftOut: number }>()

  /** The line to write at `now` (milliseconds); null while it is too soon. */
  line(kind: FloodKind, text: string, now: number): string | null {
    const last = this.lines.get(kind)
    // The clock may have jumped back.
    if (last && Math.abs(now - last.at) < MINUTE_MS) {
      last.leftOut++
      return null
    }
    this.lines.set(kind, { at: now, leftOut: 0 })
    return last?.leftOut
      ? `${text} (${last.leftOut} more like it since the last one)`
      : text
  }
}
