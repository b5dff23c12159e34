import {
  lockingTrouble,
  type Deployment,
} from "../../../../../modules/instalments/health/locking"
import type { Check } from "../../answers"
import type { Seen } from "."

const MINUTE_MS = 60_000
/** A job that has not begun for so many of its pauses does not run. */
const MISSED = 5

/** Whether locks hold over all instances, where there may be several, and end. */
export function lockingCheck(
  { locking, environment }: Seen,
  store: Omit<Deployment, "environment">
): Check {
  const { provider, shared } = locking
  const trouble = lockingTrouble(locking, { ...store, environment })
  const well = shared
    ? `${provider} holds over all instances.`
    : `Locks (${provider}) hold in one process only. That is right for one instance.`
  return {
    name: "locking",
    title: "Locking",
    state: trouble ? "warning" : "ok",
    text: trouble ?? well,
  }
}

/** Whether the scheduled jobs run. */
export function jobsCheck({ jobs, now }: Seen): Check {
  const title = "Jobs"
  const late = jobs.filter(({ last_run_at, schedule }) => {
    const everyMinutes = Number(/^\*\/(\d+)/.exec(schedule)?.[1] ?? 1)
    const age = Date.parse(now) - Date.parse(last_run_at ?? "")
    return last_run_at !== null && age > MISSED * everyMinutes * MINUTE_MS
  })
  const broken = jobs.filter(({ last_error }) => last_error !== null)
  if (late.length > 0) {
    return {
      name: "jobs",
      title,
      state: "error",
      text: `${names(late)} did not run lately. Is a process with workers running?`,
    }
  }
  if (broken.length > 0) {
    return {
      name: "jobs",
      title,
      state: "warning",
      text: broken
        .map(({ name, last_error }) => `${name} failed: ${last_error}.`)
        .join(" "),
    }
  }
  const unseen = jobs.filter(({ last_run_at }) => last_run_at === null)
  return unseen.length > 0
    ? {
        name: "jobs",
        title,
        state: "unknown",
        text: `${names(unseen)} has not run yet.`,
      }
    : { name: "jobs", title, state: "ok", text: "All ran when they should." }
}

function names(jobs: Seen["jobs"]): string {
  return jobs.map(({ name }) => name).join(" and ")
}
