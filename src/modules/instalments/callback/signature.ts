import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * How callbacks are signed; the API specification leaves it open. Any of the
 * keys may have signed one: while keys are exchanged, retries still come that
 * the older one signed.
 */
export type SignatureScheme = {
  algorithm: (typeof ALGORITHMS)[number]
  encoding: (typeof ENCODINGS)[number]
  key: string[]
}

/** The algorithms and encodings of signatures that can be verified. */
export const ALGORITHMS = ["sha512", "sha256"] as const
/** See `ALGORITHMS`. */
export const ENCODINGS = ["base64", "hex", "base64url"] as const

/** With its algorithm in front, none of those that can be verified is longer. */
const LONGEST = 200

/**
 * What a signature check found: the key that signed it, or why it is not
 * believed, in one sentence for the log.
 */
export type Verdict =
  { verified: true; key: string } | { verified: false; reason: string }

/** A callback's `X-Signature`, and all that it may be over (`ReadCallback`). */
export type Signed = {
  forms: Buffer[]
  header: string | string[] | undefined
}

/** Checks the `X-Signature` of a callback in constant time. */
export function verifySignature({
  forms,
  header,
  scheme,
}: Signed & { scheme: SignatureScheme }): Verdict {
  if (scheme.key.length === 0 || !scheme.key.every(Boolean)) {
    return no("The key for callbacks is empty: set callback.key.")
  }
  // Node joins a header that is sent twice by a comma, which no signature contains.
  const values = String(header ?? "").split(",")
  const [value = "", ...others] = new Set(values.map((one) => one.trim()))
  if (others.length > 0) {
    return no("The callback carries several different X-Signature headers.")
  }
  if (!value) {
    return no("The callback carries no X-Signature header.")
  }
  if (value.length > LONGEST) {
    return no("X-Signature is longer than any signature.")
  }
  const sent = decode(value, scheme)
  if ("reason" in sent) {
    return no(sent.reason)
  }
  const signs = (key: string, body: Buffer) =>
    timingSafeEqual(
      createHmac(scheme.algorithm, key).update(body).digest(),
      sent.bytes
    )
  const key = scheme.key.find((key) => forms.some((body) => signs(key, body)))
  return key !== undefined
    ? { verified: true, key }
    : no(
        "X-Signature does not match the body: it signs another body, or with another key."
      )
}

function decode(
  header: string,
  { algorithm, encoding }: SignatureScheme
): { bytes: Buffer } | { reason: string } {
  const size = algorithm === "sha512" ? 64 : 32
  const digest = spelling(header.replace(PREFIX[algorithm], ""), encoding)
  const bytes = Buffer.from(digest, encoding)
  const isWhole = bytes.toString(encoding) === digest
  if (isWhole && bytes.length === size) {
    return { bytes }
  }
  if (encoding === "base64" && /^[0-9a-f]+$/i.test(header)) {
    return { reason: "X-Signature is a hex digest, Base64 is expected." }
  }
  if (encoding === "base64" && /[-_]/.test(header)) {
    return { reason: "X-Signature is URL-safe Base64, not standard Base64." }
  }
  return isWhole
    ? {
        reason: `X-Signature holds ${bytes.length} bytes, ${size} are expected of ${algorithm}.`,
      }
    : { reason: `X-Signature is not valid ${encoding}.` }
}

const PREFIX = {
  sha512: /^(hmac-?)?sha-?512=/i,
  sha256: /^(hmac-?)?sha-?256=/i,
}

/** The one spelling of those that are in use: hex may be upper case. */
function spelling(digest: string, encoding: SignatureScheme["encoding"]) {
  if (encoding === "hex") {
    return digest.toLowerCase()
  }
  return encoding === "base64url" ? digest.replace(/={0,2}$/, "") : digest
}

function no(reason: string): Verdict {
  return { verified: false, reason }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * The same JSON with insignificant whitespace removed, byte by byte: key order,
 * number spelling and escapes do not change (Authentication 3 in the API
 * specification). Nothing is parsed, so hostile input costs one pass.
 */
export function compactJson(raw: Buffer): Buffer {
  const compact = Buffer.allocUnsafe(raw.length)
  let length = 0
  let inString = false
  let escaped = false
  for (const byte of raw) {
    if (!inString && WHITESPACE.has(byte)) {
      continue
    }
    compact[length++] = byte
    if (escaped) {
      escaped = false
    } else if (inString && byte === BACKSLASH) {
      escaped = true
    } else if (byte === QUOTE) {
      inString = !inString
    }
  }
  return compact.subarray(0, length)
}

/**
 * The headers of a callback signed as the service signs it by default, for
 * tests of a store: HMAC-SHA512 of the body in standard Base64.
 *
 * @example
 * await fetch(notifyUrl, {
 *   method: "POST",
 *   body,
 *   headers: signTestCallback(body, signingSecret),
 * })
 */
export function signTestCallback(body: string | Buffer, signingSecret: string) {
  return {
    "x-signature": createHmac("sha512", signingSecret)
      .update(body)
      .digest("base64"),
  }
}
