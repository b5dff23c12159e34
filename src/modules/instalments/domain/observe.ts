/**
 * How the service spells what its API specification leaves open, as it was seen for
 * one checkout: facts for its support. Names and forms only, never a value of a
 * field or a header, but for `content-type`.
 */
export type Observed = { created?: SeenAnswer; callback?: SeenCallback }

/** The answer to the request that created the checkout. */
type SeenAnswer = Spelling & {
  status_code: number
  payment_url_at: string | null
  /** Digits are shown as 9. */
  created_at: string | null
}

/** The first callback whose content was proven. */
type SeenCallback = Spelling & {
  /** Whether the options fit, and if so how it was signed. */
  signature: string
}

type Spelling = {
  content_type: string | null
  headers: string[]
  fields: string[]
  /** Compact or not, and what is escaped. */
  json: string
}

/** A message of the service, with the headers' names in any case. */
type Message = {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Names are the service's, so there are few and short ones in the ledger. */
const MOST_NAMES = 40
const PLAIN = /^[\w.-]{1,60}$/

/** What is to be told of the answer that created a checkout. */
export function observeCreation(
  message: Message & { statusCode: number }
): SeenAnswer {
  const parsed = parse(message.body)
  const data = at(parsed, "data")
  const attributes = at(data, "attributes")
  const places = { "the top": parsed, data, "data.attributes": attributes }
  const place = Object.entries(places).find(
    ([, value]) => at(value, "payment_url") !== undefined
  )
  return {
    ...spelling(message),
    status_code: message.statusCode,
    payment_url_at: place?.[0] ?? null,
    created_at: timeForm(at(attributes, "created_at")),
  }
}

/** What is to be told of a callback; `signature` is how it was signed. */
export function observeCallback(
  message: Message,
  signature: string
): SeenCallback {
  return { ...spelling(message), signature }
}

/** How the signature of a callback is told that did not fit the options. */
export const NOT_VERIFIED = "not verified"

/** How a verified callback was signed, with the key's place and no part of it. */
export function signedBy(
  scheme: { algorithm: string; encoding: string; key: string[] },
  key: string
): string {
  const { algorithm, encoding, key: keys } = scheme
  const place = `${keys.indexOf(key) + 1} of ${keys.length}`
  return `verified by HMAC-${algorithm.toUpperCase()} in ${encoding}, key ${place}`
}

function spelling({ headers, body }: Message): Spelling {
  const type = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === "content-type"
  )?.[1]
  return {
    content_type:
      typeof type === "string" && /^[\w/+.;= "-]{1,100}$/.test(type)
        ? type
        : null,
    headers: few(Object.keys(headers).map((name) => name.toLowerCase())),
    fields: few(fieldNames(parse(body))),
    json: jsonForm(body),
  }
}

/** How JSON text is written, in words. */
function jsonForm(body: string): string {
  const compact = body.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (part) =>
    part.startsWith('"') ? part : ""
  )
  const seen = [
    compact === body ? "compact" : "with whitespace",
    ...(/\\\//.test(body) ? ["slashes escaped"] : []),
    ...(/\\u[0-9a-f]{4}/i.test(body) ? ["characters escaped as \\u"] : []),
    ...(/[^\0-\x7f]/.test(body) ? ["non-ASCII characters as they are"] : []),
    ...(/[^\\]\//.test(body) ? ["slashes as they are"] : []),
  ]
  return seen.join(", ")
}

/** The paths of all fields; what stands in lists is `[]`. */
function fieldNames(value: unknown, path = "", depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > 4) {
    return path ? [path] : []
  }
  return Object.entries(value)
    .slice(0, MOST_NAMES)
    .flatMap(([name, one]) => {
      const own = Array.isArray(value) ? "list" : name
      return fieldNames(one, path ? `${path}.${own}` : own, depth + 1)
    })
}

function few(names: string[]): string[] {
  const plain = [...new Set(names)].map((name) =>
    PLAIN.test(name) ? name : "(an unusual name)"
  )
  return [...new Set(plain)].slice(0, MOST_NAMES)
}

function timeForm(value: unknown): string | null {
  return typeof value === "string" && /^[\d:.TZ+ -]{1,40}$/.test(value)
    ? value.replace(/\d/g, "9")
    : null
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
