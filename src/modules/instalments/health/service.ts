import { BANDS_BELIEVED_MS, bandsInWords, usableBands } from "../domain/offer"
import type { KeptConfig } from "../ledger/kept-config"
import { inTwo, THRESHOLDS, type Finding } from "./list"

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
    return {
      state: "error",
      saw,
      next: `${next ? `${next} ` : ""}Seen on ${refused.toISOString()}.`,
    }
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

/** Since when the config is too old; null while it is fresh. `now` is milliseconds. */
export function configOldSince(fetched: Date, now: number): Date | null {
  const due = fetched.getTime() + THRESHOLDS.configOld
  return due > now ? null : new Date(due)
}

/** When the job failed to read the config last, and why. */
export type ConfigFailure = { at: Date; why: string }

/**
 * Whether the merchant config is known and fresh, and what the service changed
 * in it. `now` is milliseconds.
 */
export function configFinding(
  kept: KeptConfig | null,
  {
    now,
    currency,
    failure = null,
  }: { now: number; currency: string; failure?: ConfigFailure | null }
): Finding {
  const isFailing = failure && (!kept || failure.at > kept.fetched_at)
  const tried = isFailing
    ? ` The last try, on ${failure.at.toISOString()}, failed: ${failure.why.replace(/\.?$/, ".")}`
    : ""
  const next = "Refresh it; if that fails, see Credentials on the set-up page."
  if (!kept) {
    return {
      state: "error",
      saw: `It was never read, so no instalments are offered to shoppers.${tried}`,
      next,
    }
  }
  const { rules, fetched_at, former_rules, changed_at } = kept
  const saw = `It was last read on ${fetched_at.toISOString()}.`
  const changed =
    changed_at && former_rules
      ? ` The service changed the amount bands: until ${changed_at.toISOString()} they were ${bandsInWords(former_rules, currency)}; since then they are ${bandsInWords(rules, currency)}.`
      : ""
  if (now - fetched_at.getTime() > BANDS_BELIEVED_MS) {
    return {
      state: "error",
      saw: `${saw} That is more than three days ago, so no instalments are offered to shoppers.${tried}`,
      next,
    }
  }
  if (usableBands(rules).length === 0) {
    return {
      state: "error",
      saw: `${saw} It has no amount band with a term, so no instalments are offered to shoppers.${changed}${tried}`,
      next: "Ask the service's support why. It is read again every hour. What is paid on a page that was open before still becomes an order.",
    }
  }
  if (configOldSince(fetched_at, now)) {
    return {
      state: "warning",
      saw: `${saw} Shoppers are shown the terms of that time, and nothing any more once it is three days old.${tried}`,
      next,
    }
  }
  if (isFailing) {
    return {
      state: "note",
      saw: `${saw}${tried}`,
      next: "It is tried again every quarter of an hour. Shoppers are shown the last known terms for three days.",
    }
  }
  const isNew = changed && now - Number(changed_at) < THRESHOLDS.configChanged
  return isNew
    ? {
        state: "note",
        saw: `${saw}${changed}`,
        next: "Offers follow them. What is paid on a page that was open before still becomes an order.",
      }
    : { state: "ok", saw: `${saw}${changed}` }
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
  const nearest = Math.min(
    Math.abs(difference),
    Math.abs(difference - clockOffset)
  )
  const seconds = (Math.abs(difference) / 1_000).toFixed(1)
  const saw = `The store's clock is ${seconds} seconds ${difference > 0 ? "behind" : "ahead of"} the service's.`
  if (nearest > THRESHOLDS.clockApart) {
    return {
      state: "warning",
      saw,
      next: "Set this machine's clock by NTP: refunds are allowed by the day.",
    }
  }
  return clockOffset === 0
    ? { state: "ok", saw }
    : {
        state: "note",
        saw: `It is right, and the option clockOffset moves the plugin's by ${clockOffset / 1_000} seconds.`,
      }
}
