import { CALLBACKS_OVER_MS } from "../domain/pauses"
import {
  keyLists,
  keyUseId,
  type KeyOption,
  type KeyUseRow,
} from "../ledger/key-uses"
import type { InstalmentsOptions } from "../options/parse-options"
import type { Finding } from "./list"

/** The options whose keys are judged. */
type KeyOptions = Parameters<typeof keyLists>[0] &
  Pick<InstalmentsOptions, "paymentLink">

/** What is known of each key of a list, newest first. */
type Known = (KeyUseRow | undefined)[]

/**
 * Which key of each list is in use, and when an older one can go. `now` is
 * milliseconds. A key is named by its place in the list, never by a part of it.
 */
export function keysFindings(
  options: KeyOptions,
  uses: KeyUseRow[],
  now: number
): Finding[] {
  const lists = keyLists(options)
  const known = (option: KeyOption): Known =>
    lists[option].map((key) =>
      uses.find(({ id }) => id === keyUseId(option, key))
    )
  const isShared =
    JSON.stringify(lists["callback.key"]) ===
    JSON.stringify(lists.signingSecret)
  const listed = (option: KeyOption) => lists[option].length > 1
  const callbacks = listed("callback.key") ? known("callback.key") : null
  const found = [
    ...(listed("clientSecret")
      ? [listFinding("clientSecret", { requests: known("clientSecret") }, now)]
      : []),
    ...(listed("signingSecret")
      ? [
          listFinding(
            "signingSecret",
            {
              requests: known("signingSecret"),
              ...(isShared && callbacks && { callbacks }),
              linksMs: options.paymentLink.validFor,
            },
            now
          ),
        ]
      : []),
    ...(callbacks && !isShared
      ? [listFinding("callback.key", { callbacks }, now)]
      : []),
  ]
  const saw = "There is one key of each kind, and none is being exchanged."
  return found.length > 0 ? found : [{ state: "ok", saw }]
}

/** What the keys of one option are used for. */
type Used = {
  requests?: Known
  callbacks?: Known
  /** How long a payment link is valid that the key has made, in milliseconds. */
  linksMs?: number
}

function listFinding(option: KeyOption, used: Used, now: number): Finding {
  const { requests, callbacks, linksMs } = used
  const count = (requests ?? callbacks ?? []).length
  const place = (index: number) => `${option} ${index + 1} of ${count}`
  const saw = [
    ...(requests ? [requestsInWords(requests, place)] : []),
    ...(callbacks ? [callbacksInWords(callbacks, place)] : []),
  ].join(" ")
  const oldest = count - 1
  const goes = Math.max(
    // A process that still uses the older one moves on by itself.
    requests ? newerSince(requests, oldest) : 0,
    callbacks ? callbacksLeave(callbacks, oldest) : 0
  )
  const links =
    linksMs !== undefined && goes + linksMs > now
      ? " Payment links that were made with it then end."
      : ""
  const isUnused = [requests, callbacks].every(
    (known) => !known || takenAt(known[oldest]) === 0
  )
  const turn = isUnused
    ? " If it is the new key, which waits last until all instances know it, put it first instead."
    : ""
  const next =
    goes <= now
      ? `${place(oldest)} can go: take it out of the list and restart.${links}${turn}`
      : goes < Infinity
        ? `${place(oldest)} can go after ${iso(goes)}: until then callbacks may be repeated that it signed.`
        : `${place(oldest)} is still needed.`
  return {
    state: requests && isRefused(requests) ? "note" : "ok",
    saw,
    next,
  }
}

function requestsInWords(known: Known, place: (index: number) => string) {
  const current = lastTaken(known)
  const since = known[current]?.first_taken_at
  const [newest] = known
  const refused =
    isRefused(known) && newest?.refused_at
      ? ` The service refused ${place(0)} on ${newest.refused_at.toISOString()}.`
      : ""
  return since
    ? `Requests carry ${place(current)}, taken since ${since.toISOString()}.${refused}`
    : `The service has taken no request with one of them yet.${refused}`
}

function callbacksInWords(known: Known, place: (index: number) => string) {
  const current = lastTaken(known)
  const at = known[current]?.taken_at
  return at
    ? `The last callback was signed with ${place(current)}, on ${at.toISOString()}.`
    : "No callback was verified with one of them yet."
}

/** The place of the key that was taken last; -1 when none was. */
function lastTaken(known: Known): number {
  const last = Math.max(...known.map(takenAt))
  return last > 0 ? known.findIndex((one) => takenAt(one) === last) : -1
}

/** Whether the service refused the newest key, and has not taken it since. */
function isRefused([newest]: Known): boolean {
  return (newest?.refused_at?.getTime() ?? 0) > takenAt(newest)
}

/**
 * When callbacks need a key no longer: when the retries of those that it signed
 * are over (Events in the API specification).
 */
function callbacksLeave(known: Known, index: number): number {
  const last = Math.max(newerSince(known, index), takenAt(known[index]))
  return last + CALLBACKS_OVER_MS
}

/** Since when a newer key is taken that was so last; Infinity when none is. */
function newerSince(known: Known, index: number): number {
  const newer = known.slice(0, index)
  const found = newer.find(
    (one) => takenAt(one) > 0 && takenAt(one) >= takenAt(known[index])
  )
  return found?.first_taken_at?.getTime() ?? Infinity
}

const takenAt = (one: KeyUseRow | undefined) => one?.taken_at?.getTime() ?? 0

const iso = (ms: number) => new Date(ms).toISOString()
