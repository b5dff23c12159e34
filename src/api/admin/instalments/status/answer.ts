import { notifyUrl } from "../../../../modules/instalments/service-api"
import {
  type Contact,
  refusedSince,
} from "../../../../modules/instalments/health"
import type { InstalmentsOptions } from "../../../../modules/instalments/types"
import type { Status } from "../answers"
import { moment } from "../answers/words"
import type { Seen } from "./read-setup"

/** The state of the set-up, as the set-up page gets it. */
export function seenAnswer(seen: Seen): Omit<Status, "state" | "checks"> {
  const { verified, unverified, options, contact } = seen
  const difference = contact.clock_difference_ms
  const jobs = seen.jobs.map(({ begun_at, ended_at, ...job }) => ({
    ...job,
    last_run_at: moment(begun_at),
    last_ended_at: moment(ended_at),
  }))
  return {
    environment: options.environment,
    now: new Date(seen.now).toISOString(),
    options: shownOptions(options),
    credentials: credentialsAnswer(contact),
    clock: {
      difference_seconds: difference === null ? null : difference / 1_000,
      at: moment(contact.clock_at),
    },
    config: configAnswer(seen.config, seen.now),
    budgets: seen.budgets,
    backlog: backlogAnswer(seen.backlog),
    last_callback: {
      verified: {
        count: verified.count,
        last_at: moment(verified.last_at),
      },
      unverified: {
        count: unverified?.count ?? 0,
        last_at: moment(unverified?.last_at ?? null),
        last_reason: unverified?.last_reason ?? null,
      },
      held: verified.held,
    },
    sweeps: seen.sweeps.map(({ id, page_number, begun_at, back_to }) => ({
      list: id,
      page: page_number,
      begun_at: begun_at.toISOString(),
      back_to: back_to.toISOString(),
    })),
    last_sweep:
      jobs.find(({ name }) => name === "reconcile")?.last_ended_at ?? null,
    jobs,
    locking: seen.locking,
    regions: seen.regions,
  }
}

/** The kept merchant config and its age at `now`, in milliseconds. */
export function configAnswer(
  kept: Seen["config"],
  now: number
): Status["config"] {
  if (!kept) {
    return {
      ...{ bands: [], fetched_at: null, age_seconds: null },
      ...{ former_bands: null, changed_at: null },
    }
  }
  const age = now - kept.fetched_at.getTime()
  return {
    bands: kept.rules,
    fetched_at: kept.fetched_at.toISOString(),
    age_seconds: Math.max(0, Math.round(age / 1_000)),
    former_bands: kept.former_rules,
    changed_at: moment(kept.changed_at),
  }
}

/** How much work waits, as the admin gets it. */
export function backlogAnswer({
  oldest_due_at,
  ...counted
}: Seen["backlog"]): Status["backlog"] {
  return { ...counted, oldest_due_at: moment(oldest_due_at) }
}

function credentialsAnswer(contact: Contact): Status["credentials"] {
  const refused = refusedSince(contact)
  const { accepted_at, refused_reason } = contact
  return {
    state: refused ? "refused" : accepted_at ? "accepted" : "unknown",
    at: moment(refused ?? accepted_at),
    text: refused && refused_reason,
  }
}

/**
 * The options that may be shown. Each is named here, so no secret is shown by
 * accident.
 */
function shownOptions(options: InstalmentsOptions): Status["options"] {
  const { storefront, refunds, callback } = options
  return {
    base_url: options.baseUrl,
    notify_url: notifyUrl(options),
    success_url: storefront.successUrl,
    cancel_url: storefront.cancelUrl,
    order_url: storefront.orderUrl,
    currency: options.currency,
    time_zone: options.timeZone,
    refund_approval: refunds.approval,
    refund_same_day: refunds.sameDay,
    unplaced_payments: options.unplacedPayments,
    presentation: options.presentation,
    callback_algorithm: callback.algorithm,
    callback_encoding: callback.encoding,
    callback_has_own_key: callback.key.some(
      (key) => !options.signingSecret.includes(key)
    ),
    clock_offset_ms: options.clockOffset,
  }
}
