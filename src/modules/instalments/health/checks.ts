import { notifyUrl } from "../callback/notify-url"
import { BANDS_BELIEVED_MS, usableBands } from "../domain/offer"
import type { KeptConfig } from "../ledger/kept-config"
import { isLoopback, isPrivate } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"
import { completionFinding } from "./completion"
import { lookalikeFindings, regionFindings, type Region } from "./install"
import { inTwo, THRESHOLDS, wrong, type Finding } from "./list"
import { lockingFinding, type Deployment, type Locking } from "./locking"

const MINUTE_MS = 60_000
/** A schedule that begins with a number is of once a day. */
const DAY_MINUTES = 24 * 60

/** The facts of a running store that its checks judge. */
export type Facts = {
  options: InstalmentsOptions
  /** Milliseconds since 1970. */
  now: number
  contact: Contact
  regions: Region[]
  /** When the last callback was verified. */
  verified_at: Date | null
  unverified: Unverified | null
  silence: Silence | null
  locking: Locking
  deployment: Deployment
  jobs: Job[]
  behind: Behind
  config: KeptConfig | null
  configFailure: ConfigFailure | null
}

/** A check of a running store: its name, its title for people, what it finds. */
const check = <N extends string>(
  name: N,
  title: string,
  run: (facts: Facts) => Finding | Finding[]
) => ({ name, title, run: (facts: Facts) => [run(facts)].flat() })

/** Every check of a running store, in the order in which they are shown. */
export const CHECKS = [
  check("environment", "Environment", (f) => [
    environmentFinding(f.options),
    ...lookalikeFindings(f.options),
  ]),
  check("credentials", "Credentials", (f) => credentialsFinding(f.contact)),
  check("keys", "Keys", (f) => keysFinding(f.options)),
  check("region", "Region and currency", (f) =>
    regionFindings(f.regions, f.options.currency)
  ),
  check("callback-address", "Callback address", (f) =>
    addressFinding(f.options)
  ),
  check("callbacks", "Callbacks", callbacksFinding),
  check("locking", "Locking", (f) => lockingFinding(f.locking, f.deployment)),
  check("completion", "Completion", (f) => completionFinding(f.options)),
  check("jobs", "Jobs", (f) => jobsFinding(f.jobs, f.now)),
  check("backlog", "Backlog", (f) => backlogFinding(f.behind)),
  check("config", "Merchant config", configFinding),
  check("clock", "Clock", (f) => clockFinding(f.contact.clock_difference_ms)),
]

/** Which service this store uses, and which clock. */
function environmentFinding({
  baseUrl,
  clockOffset,
}: Pick<InstalmentsOptions, "baseUrl" | "clockOffset">): Finding {
  const saw = `Payments go to ${baseUrl}.`
  return clockOffset === 0
    ? { state: "ok", saw }
    : {
        state: "note",
        saw: `${saw} The plugin's clock is shifted by clockOffset.`,
      }
}

/** Whether a list of keys still has an older one, and when that can go. */
export function keysFinding({
  clientSecret,
  signingSecret,
  callback,
}: Pick<InstalmentsOptions, "clientSecret" | "signingSecret"> & {
  callback: Pick<InstalmentsOptions["callback"], "key">
}): Finding {
  const isShared = callback.key.join("\n") === signingSecret.join("\n")
  const lists = {
    clientSecret,
    signingSecret,
    ...(!isShared && { "callback.key": callback.key }),
  }
  const several = Object.entries(lists)
    .filter(([, keys]) => keys.length > 1)
    .map(([option, keys]) => `${option} has ${keys.length} keys`)
  return several.length === 0
    ? { state: "ok", saw: "There is one key of each kind." }
    : {
        state: "ok",
        saw: `${several.join(", ")}: requests use the first.`,
        next: "Take the old one out once the new one is in use everywhere and no callback comes any more that the old one signed, three hours later. Payment links that it made then end.",
      }
}

/** What the service's last answers said, as the ledger has it. */
export type Contact = {
  accepted_at: Date | null
  refused_at: Date | null
  refused_reason: string | null
  /** The service's clock minus the plugin's. */
  clock_difference_ms: number | null
  clock_at: Date | null
}

/** Since when the service refuses the credentials; null when it does not. */
export function refusedSince({
  accepted_at,
  refused_at,
}: Contact): Date | null {
  return refused_at && (!accepted_at || refused_at >= accepted_at)
    ? refused_at
    : null
}

/** Whether the service accepted the credentials when it was last asked. */
export function credentialsFinding(contact: Contact): Finding {
  const refused = refusedSince(contact)
  if (refused) {
    const { saw, next } = inTwo(String(contact.refused_reason))
    const seen = `Seen on ${refused.toISOString()}.`
    return wrong(saw, next ? `${next} ${seen}` : seen)
  }
  return contact.accepted_at
    ? {
        state: "ok",
        saw: `The service accepted them on ${contact.accepted_at.toISOString()}.`,
      }
    : {
        state: "unknown",
        saw: "The service has not answered yet.",
        next: "Refresh the config to see.",
      }
}

/** Whether the service can reach the callback address, judged by its form. */
export function addressFinding({
  backendUrl,
  environment,
}: Pick<InstalmentsOptions, "backendUrl" | "environment">): Finding {
  const url = notifyUrl({ backendUrl })
  const saw = `The service posts to ${url}.`
  return staysInside(new URL(url).hostname)
    ? {
        state: environment === "production" ? "error" : "note",
        saw: `${saw} Only this network reaches it.`,
        next: "Fine with the sandbox on this machine. For the real service set backendUrl to a public https address; until then only the reconcile job learns of payments.",
      }
    : { state: "ok", saw }
}

const INSIDE = /\.(local|internal|test|localhost)$|^\[f[cd]/

/** Whether a host can be reached only from its own network, judged by its name. */
function staysInside(hostname: string): boolean {
  return isLoopback(hostname) || isPrivate(hostname) || INSIDE.test(hostname)
}

/** The callbacks that came and could not be verified, as the ledger counts them. */
export type Unverified = { count: number; last_at: Date; last_reason: string }

/** So many payments were found by asking since a callback was last verified. */
export type Silence = { payments: number; last_at: Date }

/**
 * Whether callbacks come and are verified. Anybody can post to the hook, so a
 * warning about unverified ones ends by itself: when a verified one came later
 * and no wrong one for a day. That none comes any more nobody else tells: each
 * payment is found, only late.
 */
export function callbacksFinding({
  verified_at,
  unverified,
  silence,
  now,
}: Pick<Facts, "verified_at" | "unverified" | "silence" | "now">): Finding {
  const isOver =
    !unverified ||
    (verified_at !== null &&
      verified_at > unverified.last_at &&
      now - unverified.last_at.getTime() > THRESHOLDS.unverified)
  if (!isOver) {
    return {
      state: "warning",
      saw: `The last one that was not believed came on ${unverified.last_at.toISOString()}: ${unverified.last_reason}`,
      next: "If payments are placed late, look for “was not believed” in the log: the line says which callback options fit; if not, a stranger sends them.",
    }
  }
  if (silence) {
    const since = verified_at ? ` since ${verified_at.toISOString()}` : ""
    return {
      state: "warning",
      saw: `The last ${silence.payments} payments were found by asking the service: no callback has come${since}.`,
      next: "Orders are placed late, up to hours after a shopper who closes the page. Run the doctor, which tries the callback address; if it is right, ask the service's support whether callbacks are sent.",
    }
  }
  return verified_at
    ? {
        state: "ok",
        saw: `The last one came on ${verified_at.toISOString()} and was verified.`,
      }
    : {
        state: "unknown",
        saw: "None has come yet.",
        next: "The first payment will tell.",
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
  const names = (some: Job[]) => some.map(({ name }) => name).join(", ")
  const late = jobs.filter(
    ({ begun_at, schedule }) =>
      begun_at !== null &&
      now - begun_at.getTime() >
        THRESHOLDS.missedRuns * minutesOf(schedule) * MINUTE_MS
  )
  if (late.length > 0) {
    return wrong(
      `Did not run lately: ${names(late)}.`,
      "Is a process with workers running?"
    )
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

/** How many minutes lie between two runs. */
function minutesOf(schedule: string): number {
  return schedule.startsWith("*")
    ? Number(/^\*\/(\d+)/.exec(schedule)?.[1] ?? 1)
    : DAY_MINUTES
}

/** Checkouts that were due for a check for too long. */
export type Behind = { count: number; oldest: Date | null }

/** Whether the reconcile job is fast enough for what is due. */
export function backlogFinding({ count, oldest }: Behind): Finding {
  if (!oldest) {
    return { state: "ok", saw: "Nothing waits longer than it should." }
  }
  const checkouts = count === 1 ? "A checkout has" : `${count} checkouts have`
  return {
    state: "warning",
    saw: `${checkouts} been due for more than ${THRESHOLDS.behind / MINUTE_MS} minutes.`,
    next: "See on the set-up page whether the job runs and the service answers, and that the worker has the same backendUrl; it catches up by itself, or check now under Needs attention.",
  }
}

/** Since when the config is too old; null while it is fresh. `now` is milliseconds. */
export function configOldSince(fetched: Date, now: number): Date | null {
  const due = fetched.getTime() + THRESHOLDS.configOld
  return due > now ? null : new Date(due)
}

/** When the job failed to read the config last, and why. */
export type ConfigFailure = { at: Date; why: string }

/** Whether the merchant config is known, fresh, and has something to offer. */
export function configFinding({
  config,
  configFailure: failure,
  now,
}: Pick<Facts, "config" | "configFailure" | "now">): Finding {
  const tried =
    failure && (!config || failure.at > config.fetched_at)
      ? ` The last try, on ${failure.at.toISOString()}, failed: ${failure.why.replace(/\.?$/, ".")}`
      : ""
  const next = "Refresh it; if that fails, see Credentials on the set-up page."
  if (!config) {
    return wrong(
      `It was never read, so no instalments are offered to shoppers.${tried}`,
      next
    )
  }
  const { rules, fetched_at } = config
  const saw = `It was last read on ${fetched_at.toISOString()}.`
  if (now - fetched_at.getTime() > BANDS_BELIEVED_MS) {
    return wrong(
      `${saw} That is more than three days ago, so no instalments are offered to shoppers.${tried}`,
      next
    )
  }
  if (usableBands(rules).length === 0) {
    return wrong(
      `${saw} It has no amount band with a term, so no instalments are offered to shoppers.${tried}`,
      "Ask the service's support why. It is read again every hour. What is paid on a page that was open before still becomes an order."
    )
  }
  return configOldSince(fetched_at, now)
    ? {
        state: "warning",
        saw: `${saw} Shoppers are shown the terms of that time, and nothing any more once it is three days old.${tried}`,
        next,
      }
    : { state: "ok", saw: `${saw}${tried}` }
}

/**
 * Whether the clocks agree, by the service's minus ours in milliseconds: the
 * same-day and 100-day rules depend on it. The sandbox's clock may have been
 * moved, as `clockOffset` moves the plugin's.
 */
export function clockFinding(
  difference: number | null,
  clockOffset = 0
): Finding {
  if (difference === null) {
    return {
      state: "unknown",
      saw: "The service's clock has not been seen yet.",
    }
  }
  const seconds = (Math.abs(difference) / 1_000).toFixed(1)
  const saw = `The store's clock is ${seconds} seconds ${difference > 0 ? "behind" : "ahead of"} the service's.`
  const isRight = [difference, difference - clockOffset].some(
    (apart) => Math.abs(apart) <= THRESHOLDS.clockApart
  )
  return isRight
    ? { state: "ok", saw }
    : {
        state: "warning",
        saw,
        next: "Set this machine's clock by NTP: refunds are allowed by the day.",
      }
}
