import { inTwo, THRESHOLDS, type Finding } from "./list"
import { lockingTrouble, type Deployment, type Locking } from "./locking"

const MINUTE_MS = 60_000
/** A schedule that begins with a number is of once a day. */
const DAY_MINUTES = 24 * 60

/**
 * Whether locks hold over all instances, where there may be several, and end
 * when a process is killed.
 */
export function lockingFinding(locking: Locking, store: Deployment): Finding {
  const trouble = lockingTrouble(locking, store)
  if (trouble) {
    // Only the merchant knows whether there is another instance.
    return { state: locking.expires ? "note" : "warning", ...inTwo(trouble) }
  }
  const { provider, shared } = locking
  return {
    state: "ok",
    saw: shared
      ? `Locks (${provider}) hold over all instances.`
      : `Locks (${provider}) hold in one process only. That is right for one instance.`,
  }
}

/** A scheduled job and its last run, in whichever process. */
export type Job = {
  name: string
  schedule: string
  begun_at: Date | null
  ended_at: Date | null
  last_error: string | null
}

/** Whether the scheduled jobs run. `now` is milliseconds. */
export function jobsFinding(jobs: Job[], now: number): Finding {
  const late = jobs.filter((job) => isLate(job, now))
  if (late.length > 0) {
    return {
      state: "error",
      saw: `Did not run lately: ${names(late)}.`,
      next: "Is a process with workers running?",
    }
  }
  const broken = jobs.filter(({ last_error }) => last_error !== null)
  if (broken.length > 0) {
    const failed = broken.map((job) => `${job.name} failed: ${job.last_error}.`)
    return { state: "warning", saw: failed.join(" ") }
  }
  // In a store's first day, the daily one has not been due.
  const unseen = jobs.filter(
    ({ begun_at, schedule }) =>
      begun_at === null && minutesOf(schedule) < DAY_MINUTES
  )
  return unseen.length > 0
    ? { state: "unknown", saw: `Not run yet: ${names(unseen)}.` }
    : { state: "ok", saw: "All ran when they should." }
}

function isLate({ schedule, begun_at }: Job, now: number): boolean {
  const most = THRESHOLDS.missedRuns * minutesOf(schedule) * MINUTE_MS
  return begun_at !== null && now - begun_at.getTime() > most
}

/** How many minutes lie between two runs. */
function minutesOf(schedule: string): number {
  return schedule.startsWith("*")
    ? Number(/^\*\/(\d+)/.exec(schedule)?.[1] ?? 1)
    : DAY_MINUTES
}

function names(jobs: Job[]): string {
  return jobs.map(({ name }) => name).join(", ")
}

/** Checkouts that were due for a check for too long. */
export type Behind = { count: number; oldest: Date | null }

/** Whether the reconcile job is fast enough for what is due. */
export function backlogFinding({ count, oldest }: Behind): Finding {
  if (!oldest) {
    return { state: "ok", saw: "Nothing waits longer than it should." }
  }
  const checkouts = count === 1 ? "A checkout has" : `${count} checkouts have`
  const minutes = THRESHOLDS.behind / MINUTE_MS
  return {
    state: "warning",
    saw: `${checkouts} been due for more than ${minutes} minutes.`,
    next: "See on the set-up page whether the job runs and the service answers, and that the worker has the same backendUrl; it catches up by itself, or check now under Needs attention.",
  }
}
