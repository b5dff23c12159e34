import type { InstalmentsOptions } from "../options/parse-options"
import {
  ALGORITHMS,
  ENCODINGS,
  verifySignature,
  type SignatureScheme,
} from "./signature"

/** The options that may be wrong about how callbacks are signed. */
type KeyedOptions = Pick<
  InstalmentsOptions,
  "clientSecret" | "signingSecret"
> & { callback: SignatureScheme }

/** How a callback was signed, of the ways that are known. */
type Fit = Omit<SignatureScheme, "key"> & {
  key: "callback.key" | "signingSecret" | "clientSecret"
  /** What was signed instead of the body; null: the body. */
  body: string | null
}

/** What is known of how the service signs callbacks, and what to do about it. */
export type LearntScheme = { fits: boolean; advice: string }

/**
 * Tries every known way of signing on a callback that could not be verified, and
 * says which option to set. Call it only when the service itself has confirmed what
 * the callback said: it proves nothing, and nothing is believed by it. Holds no
 * part of the callback or of a key.
 */
export function learnScheme(
  callback: { rawBody: Buffer; header: string | string[] | undefined },
  options: KeyedOptions
): LearntScheme {
  const fit = findFit(callback, options)
  return fit
    ? { fits: true, advice: advise(fit, options) }
    : {
        fits: false,
        advice:
          "It fits no way of signing that is known here. Ask the service which algorithm, encoding, key and bytes it signs callbacks with.",
      }
}

function findFit(
  { rawBody, header }: Parameters<typeof learnScheme>[0],
  { clientSecret, signingSecret, callback }: KeyedOptions
): Fit | null {
  const keys = { "callback.key": callback.key, signingSecret, clientSecret }
  for (const [body, bytes] of spellings(rawBody)) {
    for (const algorithm of ALGORITHMS) {
      for (const encoding of ENCODINGS) {
        const scheme = { algorithm, encoding, key: Object.values(keys).flat() }
        const verdict = verifySignature({ rawBody: bytes, header, scheme })
        if (verdict.verified) {
          const key = (Object.keys(keys) as (keyof typeof keys)[]).find(
            (option) => keys[option].includes(verdict.key)
          )
          return key ? { algorithm, encoding, key, body } : null
        }
      }
    }
  }
  return null
}

const escapeSlashes = (json: string) => json.replaceAll("/", "\\/")
const escape = (json: string, characters: RegExp) =>
  json.replace(
    characters,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
const NOT_ASCII = /[^\0-\x7f]/g
const OF_HTML = /[<>&\u2028\u2029]/g

/** How others write the same JSON, beside its own and its compact bytes. */
const SPELLINGS: [string, (json: string) => string][] = [
  ["written anew", (json) => json],
  ["written anew with escaped slashes", escapeSlashes],
  ["written anew with escaped non-ASCII", (json) => escape(json, NOT_ASCII)],
  [
    "written anew with escaped slashes and non-ASCII",
    (json) => escapeSlashes(escape(json, NOT_ASCII)),
  ],
  ["written anew with escaped <, > and &", (json) => escape(json, OF_HTML)],
]

/** The body, then its other spellings. A body that is not JSON has none. */
function spellings(rawBody: Buffer): [Fit["body"], Buffer][] {
  try {
    const json = JSON.stringify(JSON.parse(rawBody.toString("utf8")))
    return [
      [null, rawBody],
      ...SPELLINGS.map(([name, write]): [string, Buffer] => [
        name,
        Buffer.from(write(json)),
      ]),
    ]
  } catch {
    return [[null, rawBody]]
  }
}

function advise(
  { algorithm, encoding, key, body }: Fit,
  { callback }: KeyedOptions
) {
  const changes = [
    algorithm !== callback.algorithm && `callback.algorithm: ${algorithm}`,
    encoding !== callback.encoding && `callback.encoding: ${encoding}`,
    key === "clientSecret" && "callback.key: the value of clientSecret",
    // One that is in callback.key too is found there.
    key === "signingSecret" && "callback.key: none",
  ].filter((change) => change !== false)
  const set =
    changes.length > 0 ? `Set ${changes.join(", ")}, and restart.` : ""
  const unsupported = body
    ? `It is signed over the body ${body}, which no option has: ask the service to sign the bytes that it sends.`
    : ""
  return [set, unsupported].filter(Boolean).join(" ")
}
