const CHOICES: Record<string, readonly string[]> = {
  approval: ["automatic", "manual"],
  paymentUrlPosition: ["top", "data", "attributes"],
  rulesPosition: ["top", "data", "attributes"],
  "refunds.outcome": ["complete", "failed"],
  "refunds.order": ["none", "newest_first", "oldest_first"],
  "callbacks.mode": [
    "normal",
    "never",
    "duplicate",
    "late",
    "bad_signature",
    "out_of_order",
  ],
  "callbacks.format": ["compact", "pretty"],
  "callbacks.signature.algorithm": ["sha512", "sha256"],
  "callbacks.signature.encoding": ["base64", "hex"],
  "limits.clock": ["real", "sandbox"],
}

/** Says in a sentence what is wrong with a setting's value, if anything. */
export function checkSetting(
  at: string,
  current: unknown,
  value: unknown
): string | undefined {
  const choices = CHOICES[at]
  if (choices) {
    return choices.includes(String(value))
      ? undefined
      : `Setting "${at}" must be one of: ${choices.join(", ")}.`
  }
  if (at === "callbacks.signature.key") {
    return value === null || typeof value === "string"
      ? undefined
      : `Setting "${at}" must be a string or null.`
  }
  if (at === "timeZone") {
    return isTimeZone(value)
      ? undefined
      : `Setting "${at}" must be a time zone such as Africa/Johannesburg.`
  }
  if (typeof current === "number") {
    return Number.isSafeInteger(value) && Number(value) >= 0
      ? undefined
      : `Setting "${at}" must be a whole number, 0 or more.`
  }
  if (Array.isArray(current) !== Array.isArray(value)) {
    return `Setting "${at}" must be a list.`
  }
  return typeof current === typeof value
    ? undefined
    : `Setting "${at}" must be a ${typeof current}.`
}

function isTimeZone(value: unknown): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: String(value) })
    return typeof value === "string"
  } catch {
    return false
  }
}
