import { listReach } from "../../src/modules/instalments/domain/pauses"
import {
  ENDPOINTS,
  limitOf,
  mostOf,
} from "../../src/modules/instalments/limits/endpoints"
import type { Asking } from "./costs"
import { NOTHING, type Pending } from "./pending"

/** The clocks of service and store may differ so many minutes; see `read-list.ts`. */
const CLOCKS = 10
const BY_ID = "GET /api/checkouts/:id"

/**
 * The reconcile job, a run a minute, as `src/workflows/reconcile` does it, with
 * limits that may be others than today's. Of the fetches each class has the share
 * that it has today.
 */
export class Reconciling {
  private sweep: { read: number; backTo: number } | null = null
  /** What the sweep has read, in checkouts from the first that was ever opened. */
  private seen = NOWHERE
  private turn = 0

  constructor(
    private readonly pending: Pending,
    private readonly asking: Asking
  ) {}

  /** One run, and the shoppers' own checks of its minute. */
  run() {
    const { pending, asking } = this
    const share = (requests: number) =>
      (requests * asking.details) / ENDPOINTS[BY_ID].requests
    const forJobs = share(mostOf(BY_ID, "background"))
    const forOthers = share(limitOf(BY_ID).shares?.on_demand ?? 0)
    const atShoppers = this.fetch("wanted", share(mostOf(BY_ID, "shopper")))
    const left = Math.min(forJobs, asking.details - forOthers - atShoppers)
    this.fetch("due", left - this.fetch("wanted", left))
    this.readLists(forJobs)
  }

  /** Fetches by id, the oldest first; answers how many. */
  private fetch(which: "wanted" | "due", most: number): number {
    const { pending } = this
    let left = most
    while (left > NOTHING) {
      const minute =
        which === "due" ? pending.nextDue() : pending.oldestWanted()
      if (minute === null) {
        break
      }
      const here =
        which === "due" ? pending.dueOf(minute) : pending.wantedOf(minute)
      if (here === 0) {
        break
      }
      pending.look(minute, Math.min(1, left / here), which)
      left -= here
    }
    return most - Math.max(0, left)
  }

  private readLists(fetchesAMinute: number) {
    const { pending } = this
    const { pages, items } = this.asking
    const isSweeping = this.isWorthSweeping(fetchesAMinute)
    let first = 0
    const wanted = pending.oldestWanted()
    if (wanted !== null && pending.wantedNow > fetchesAMinute) {
      // With one page a minute the two take turns. With more, half of them are for
      // shoppers, down to the one who waits longest: the job does not do that yet.
      const high = pending.opened
      const needed = Math.ceil((high - pending.before(wanted)) / items)
      const share = isSweeping ? Math.ceil(pages / 2) : pages
      first =
        isSweeping && pages <= 1 ? this.turn++ % 2 : Math.min(needed, share)
      this.read({ low: high - items * first, high }, NOWHERE)
    }
    if (this.sweep && pages > first) {
      this.readOn(this.sweep, (pages - first) * items)
    }
  }

  private isWorthSweeping(fetchesAMinute: number): boolean {
    const { pending } = this
    const oldest = this.sweep ? null : pending.oldestDue()
    if (oldest !== null) {
      const due = pending.due + pending.wantedNow
      const itemsAPage = this.asking.items * this.asking.pages
      const reach = listReach({ due, itemsAPage, fetchesAMinute })
      if (pending.opened - pending.before(oldest) <= reach) {
        this.sweep = { read: 0, backTo: pending.before(oldest - CLOCKS) }
        this.seen = NOWHERE
      }
    }
    return this.sweep !== null
  }

  /** Goes on after so many entries: those opened since have moved the others on. */
  private readOn(sweep: NonNullable<Reconciling["sweep"]>, entries: number) {
    const high = this.pending.opened - sweep.read
    const range = { low: high - entries, high }
    this.read(range, this.seen)
    const { seen } = this
    const joins = range.low <= seen.high && high >= seen.low
    this.seen = joins
      ? {
          low: Math.min(range.low, seen.low),
          high: Math.max(high, seen.high),
        }
      : range
    sweep.read += entries
    if (range.low <= sweep.backTo) {
      this.sweep = null
    }
  }

  /** Looks at the entries of a range, of which `seen` were looked at before. */
  private read({ low, high }: Range, seen: Range) {
    const { pending } = this
    for (let minute = pending.minuteOf(high); minute >= 0; minute--) {
      const from = pending.before(minute)
      const to = pending.before(minute + 1)
      if (to <= low) {
        return
      }
      const within = (range: Range) =>
        Math.max(0, Math.min(range.high, to) - Math.max(range.low, from))
      const again = within({
        low: Math.max(low, seen.low),
        high: Math.min(high, seen.high),
      })
      const share = (within({ low, high }) - again) / (to - from - within(seen))
      if (share > NOTHING) {
        pending.look(minute, Math.min(1, share), "all")
      }
    }
  }
}

type Range = { low: number; high: number }
const NOWHERE: Range = { low: Infinity, high: -Infinity }
