import type { Check } from "../../answers"
import type { Seen } from "."

const OLD_SECONDS = 3 * 3_600
const CLOCK_SECONDS = 30

/** Whether the service accepted the credentials when it was last asked. */
export function credentialsCheck({ credentials }: Seen): Check {
  const { state, at, text } = credentials
  const judged = {
    accepted: {
      state: "ok",
      text: `The service accepted them on ${at}.`,
    },
    refused: { state: "error", text: `${text} Seen on ${at}.` },
    unknown: {
      state: "unknown",
      text: "The service has not answered yet. Refresh the config to see.",
    },
  } as const
  return { name: "credentials", title: "Credentials", ...judged[state] }
}

/** Whether the merchant config is known and fresh. */
export function configCheck({ config }: Seen): Check {
  const title = "Merchant config"
  if (config.age_seconds === null) {
    const text =
      "It was never read, so nothing is offered to shoppers. Refresh it."
    return { name: "config", title, state: "error", text }
  }
  const old = config.age_seconds > OLD_SECONDS
  return {
    name: "config",
    title,
    state: old ? "warning" : "ok",
    text: `Read on ${config.fetched_at}.${old ? " It should be read every hour: refresh it." : ""}`,
  }
}

/** Whether the clocks agree: the same-day and 100-day rules hang on it. */
export function clockCheck({ clock }: Seen): Check {
  const title = "Clock"
  const { difference_seconds } = clock
  if (difference_seconds === null) {
    const text = "The service's clock has not been seen yet."
    return { name: "clock", title, state: "unknown", text }
  }
  const apart = Math.abs(difference_seconds) > CLOCK_SECONDS
  return {
    name: "clock",
    title,
    state: apart ? "warning" : "ok",
    text: `The service's clock differs by ${difference_seconds.toFixed(1)} seconds.${apart ? " Set this machine's clock (NTP): refunds are allowed by the day." : ""}`,
  }
}
