/** One amount band of the merchant config. Amounts are integer cents. */
export type Band = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/** Where the specification leaves the place of a field open. */
export type FieldPosition = "top" | "data" | "attributes"

/** What happens to the callbacks of a payment's end. */
export type CallbackMode =
  "normal" | "never" | "duplicate" | "late" | "bad_signature" | "out_of_order"

/** Everything about the sandbox that may be changed while it runs. */
export type SandboxSettings = {
  /** How refund requests are approved; automatic forbids same-day refunds. */
  approval: "automatic" | "manual"
  /** The days of the refund rules are calendar days in this zone. */
  timeZone: string
  currency: string
  /** The bands of `GET /api/config`. */
  rules: Band[]
  paymentUrlPosition: FieldPosition
  rulesPosition: FieldPosition
  refunds: {
    /** Automatic approval comes so long after the request. */
    approveAfterMs: number
    /** Processing ends so long after the approval. */
    completeAfterMs: number
    /** How processing ends by itself. */
    outcome: "complete" | "failed"
    /** Whether a failed refund may be asked for again. */
    failedFreesRemainder: boolean
    /** How `GET /api/refunds` is ordered; the specification does not say. */
    order: "none" | "newest_first" | "oldest_first"
  }
  callbacks: {
    mode: CallbackMode
    /** How many copies mode `duplicate` sends at once. */
    count: number
    /** How late mode `late` is. */
    delayMs: number
    timeoutMs: number
    /** How the body is written; the signature is over the compact form. */
    format: "compact" | "pretty"
    signature: {
      algorithm: "sha512" | "sha256"
      encoding: "base64" | "hex"
      /** Null: the signing key of the API. */
      key: string | null
    }
  }
  limits: { enabled: boolean; clock: "real" | "sandbox" }
  /** Origins that may show the payment page in an iframe. */
  frameAncestors: string[]
}

/** A partial change of the settings; what is left out stays as it is. */
export type SettingsChange = DeepPartial<SandboxSettings>

type DeepPartial<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T

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
