import type { Clock } from "../index.js"

/** A clock that stands still but for the pauses that are asked of it. */
export class VirtualClock implements Clock {
  readonly pauses: number[] = []
  private time = 1_000_000
  /** What happens while somebody waits. */
  meanwhile: () => void = () => {}

  now = () => this.time

  wait = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    this.pauses.push(Math.round(ms))
    this.time += ms
    this.meanwhile()
    signal?.throwIfAborted()
  }
}
