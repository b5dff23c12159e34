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

/** Whether the merchant config is known and fresh. */
export function configFinding(fetched: Date | null, now: number): Finding {
  const next = "Refresh it; if that fails, see Credentials on the set-up page."
  if (!fetched) {
    return {
      state: "error",
      saw: "It was never read, so no instalments are offered to shoppers.",
      next,
    }
  }
  const saw = `It was last read on ${fetched.toISOString()}.`
  return configOldSince(fetched, now)
    ? {
        state: "warning",
        saw: `${saw} Shoppers are shown the terms of that time, and nothing any more once it is three days old.`,
        next,
      }
    : { state: "ok", saw }
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
