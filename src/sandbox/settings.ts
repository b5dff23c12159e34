import { z } from "@medusajs/framework/zod"
import { check, choice, flag, object, text, whole } from "./input"

const LIST = "must be a list"

const band = object({
  from_amount: whole,
  to_amount: whole,
  terms: z.array(whole, LIST),
})

const position = choice("top", "data", "attributes")

const refunds = object({
  /** How long after the request automatic approval comes. */
  approveAfterMs: whole,
  /** How long after the approval processing ends. */
  completeAfterMs: whole,
  /** How processing ends by itself. */
  outcome: choice("complete", "failed"),
  /** Whether a failed refund may be asked for again. */
  failedFreesRemainder: flag,
  /** How `GET /api/refunds` is ordered; the specification does not say. */
  order: choice("none", "newest_first", "oldest_first"),
})

const signature = object({
  algorithm: choice("sha512", "sha256"),
  encoding: choice("base64", "hex"),
  /** Null: the signing key of the API. */
  key: z.string("must be a string or null").nullable(),
})

const callbacks = object({
  mode: choice(
    ...(["normal", "never", "duplicate", "late"] as const),
    ...(["bad_signature", "out_of_order"] as const)
  ),
  /** How many copies mode `duplicate` sends at once. */
  count: whole,
  /** How late mode `late` is. */
  delayMs: whole,
  timeoutMs: whole,
  /** How the body is written; the signature is over the compact form. */
  format: choice("compact", "pretty"),
  signature,
})

const limits = object({ enabled: flag, clock: choice("real", "sandbox") })

const settings = object({
  /** How refund requests are approved; automatic forbids same-day refunds. */
  approval: choice("automatic", "manual"),
  /** The days of the refund rules are calendar days in this zone. */
  timeZone: text.refine(
    isTimeZone,
    "must be a time zone such as Africa/Johannesburg"
  ),
  currency: text,
  /** The bands of `GET /api/config`. */
  rules: z.array(band, LIST),
  paymentUrlPosition: position,
  rulesPosition: position,
  refunds,
  callbacks,
  limits,
  /** Origins that may show the payment page in an iframe. */
  frameAncestors: z.array(text, LIST),
})

const change = settings
  .extend({
    refunds: refunds.partial(),
    callbacks: callbacks.extend({ signature: signature.partial() }).partial(),
    limits: limits.partial(),
  })
  .partial()

/** One amount band of the merchant config. Amounts are integer cents. */
export type Band = z.output<typeof band>

/** Where the specification leaves the place of a field open. */
export type FieldPosition = z.output<typeof position>

/** What happens to the callbacks of a payment's end. */
export type CallbackMode = z.output<typeof callbacks>["mode"]

/** Everything about the sandbox that may be changed while it runs. */
export type SandboxSettings = z.output<typeof settings>

/** A partial change of the settings; what is left out stays as it is. */
export type SettingsChange = z.output<typeof change>

/**
 * Merges a partial change into settings, in place: objects are merged, lists
 * are replaced. A name that does not exist or a value of the wrong kind is
 * refused before anything changes.
 */
export function changeSettings(to: SandboxSettings, wanted: unknown): void {
  merge(to, check(change, wanted, "setting"))
}

type Branch = Record<string, unknown>

function merge(to: Branch, from: Branch): void {
  for (const [name, value] of Object.entries(from)) {
    const current = to[name]
    if (isBranch(current) && isBranch(value)) {
      merge(current, value)
    } else if (value !== undefined) {
      to[name] = value
    }
  }
}

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }))
  } catch {
    return false
  }
}

/** The settings of a fresh sandbox, a new object at each call. */
export function defaultSettings(): SandboxSettings {
  return {
    approval: "automatic",
    timeZone: "Africa/Johannesburg",
    currency: "ZAR",
    rules: [
      { from_amount: 10_000, to_amount: 99_999, terms: [3] },
      { from_amount: 100_000, to_amount: 2_000_000, terms: [3, 6, 12] },
    ],
    paymentUrlPosition: "top",
    rulesPosition: "top",
    refunds: {
      approveAfterMs: 60_000,
      completeAfterMs: 120_000,
      outcome: "complete",
      failedFreesRemainder: true,
      order: "none",
    },
    callbacks: {
      mode: "normal",
      count: 2,
      delayMs: 10 * 60_000,
      timeoutMs: 15_000,
      format: "compact",
      signature: { algorithm: "sha512", encoding: "base64", key: null },
    },
    limits: { enabled: true, clock: "real" },
    frameAncestors: [],
  }
}
