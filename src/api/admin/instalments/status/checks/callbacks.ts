import { isIP } from "node:net"
import type { Check } from "../../answers"
import type { Seen } from "."

/** Whether the service can reach the callback address, as far as it shows. */
export function addressCheck({ options, environment }: Seen): Check {
  const { protocol, hostname } = new URL(options.notify_url)
  const inside =
    hostname === "localhost" ||
    !hostname.includes(".") ||
    isIP(hostname.replace(/^\[|\]$/g, "")) > 0 ||
    /\.(local|internal|test|localhost)$/.test(hostname)
  const good = protocol === "https:" && !inside
  const what = inside
    ? "does not look like an address that is reachable from outside"
    : "is not https"
  return {
    name: "callback-address",
    title: "Callback address",
    state: good ? "ok" : environment === "production" ? "error" : "warning",
    text: good
      ? `The service posts to ${options.notify_url}.`
      : `${options.notify_url} ${what}. Set backendUrl to the store's public address; until then only the reconcile job learns of payments.`,
  }
}

/** Whether callbacks come and are believed. */
export function callbacksCheck({ last_callback }: Seen): Check {
  const title = "Callbacks"
  const { verified, unverified } = last_callback
  if (!verified.last_at && !unverified.last_at) {
    const text = "None has come yet. The first payment will tell."
    return { name: "callbacks", title, state: "unknown", text }
  }
  const wrong =
    unverified.last_at !== null &&
    (verified.last_at === null || unverified.last_at > verified.last_at)
  return {
    name: "callbacks",
    title,
    state: wrong ? "warning" : "ok",
    text: wrong
      ? `The last one, on ${unverified.last_at}, was not believed: ${unverified.last_reason} Compare signingSecret and the callback options with the service's.`
      : `The last one came on ${verified.last_at} and was verified.`,
  }
}
