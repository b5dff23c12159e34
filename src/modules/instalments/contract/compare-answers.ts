import { compareRead } from "./compare-read"
import {
  breaks,
  budget,
  clean,
  fits,
  handled,
  notSaid,
  spent,
  type Difference,
} from "./difference"
import type { ApiEndpoint } from "./read-document"
import type { Body, Operation } from "./read-operation"
import type { Shape } from "./shape"
import { answerWeRead, PLACES, statusesOf } from "./what-we-read"

const UPDATE =
  "Look for a newer version of this plugin, and ask the service's support."

/** The statuses that the client knows; each other is read by its class. */
const KNOWN_ERRORS = [400, 401, 404, 422, 429]
/** Those that any server has: that they are named is no difference. */
const OF_HTTP = [403, 405, 406, 413, 415, 500, 502, 503, 504]

/** Compares an endpoint's answers, good and bad, with how the client reads them. */
export function compareAnswers(
  endpoint: ApiEndpoint,
  { answers }: Operation
): Difference[] {
  const codes = [...answers.keys()]
  const good = codes.filter((code) => /^2(\d\d|XX)$/.test(code))
  const [first] = good
  const unknown = codes.filter(
    (code) =>
      /^[345]\d\d$/.test(code) &&
      ![...KNOWN_ERRORS, ...OF_HTTP].includes(Number(code))
  )
  const strange = unknown.map((code) =>
    handled(
      `${endpoint} ${code}`,
      "is not in the API specification.",
      meaning(code)
    )
  )
  if (!first) {
    return codes.some((code) => /^3/.test(code))
      ? [
          breaks(
            endpoint,
            "has no good answer but a redirect, which is not followed.",
            UPDATE
          ),
        ]
      : [...notSaid(`${endpoint} answer`, "is not described."), ...strange]
  }
  return [
    ...compareCode(endpoint, first),
    ...good.flatMap((code) =>
      compareAnswer(endpoint, code, answers.get(code)!)
    ),
    ...compareErrors(endpoint, answers),
    ...strange,
  ]
}

function meaning(code: string): string {
  if (code.startsWith("3")) {
    return "Redirects are not followed: it is an answer that cannot be read."
  }
  return code.startsWith("4")
    ? "Any other 4xx is a refusal, with the service's words."
    : "Any 5xx means that the service is not available: a request that changes something is in doubt, any other is tried again."
}

function compareCode(endpoint: ApiEndpoint, code: string): Difference[] {
  if (endpoint === "POST /api/checkouts") {
    return [fits(endpoint, `answers ${code}; any 2xx is taken.`)]
  }
  return code === "200" || code === "2XX"
    ? []
    : [handled(endpoint, `answers ${code}, not 200.`, "Any 2xx is taken.")]
}

function compareAnswer(
  endpoint: ApiEndpoint,
  code: string,
  { media, shape }: Body
): Difference[] {
  const where = `${endpoint} ${code}`
  if (!shape || code === "204") {
    const what = shape
      ? "has no body"
      : `has no JSON but ${clean(media.join(", "))}`
    return [breaks(where, `${what}, and one is read.`, UPDATE)]
  }
  const place = PLACES[endpoint]
  const left = budget()
  const found = compareRead(answerWeRead(endpoint), shape, where, {
    statuses: statusesOf(endpoint),
    budget: left,
  })
  return [
    ...found,
    ...(place ? comparePlace(place, shape, where) : []),
    ...spent(left, where),
  ]
}

/** Where a field stands of which the specification does not say where. */
function comparePlace(
  { name, paths }: { name: string; paths: string[][] },
  shape: Shape,
  where: string
): Difference[] {
  const found = paths.find((path) => has(shape, path, 0))
  if (found) {
    return [
      fits(
        `${where}.${found.join(".")}`,
        `is where ${name} stands: it is read there.`
      ),
    ]
  }
  const elsewhere = pathTo(shape, name, [])
  if (elsewhere) {
    return [
      breaks(
        `${where}.${elsewhere.map(clean).join(".")}`,
        `is where ${name} stands; it is read at ${paths.map((path) => path.join(".")).join(", ")}.`,
        UPDATE
      ),
    ]
  }
  const says = (one: Shape) => one.properties.size > 0 || one.choices.length > 0
  return says(shape)
    ? [
        breaks(
          `${where}.${name}`,
          "is read, and the document does not have it.",
          UPDATE
        ),
      ]
    : notSaid(`${where}.${name}`, "is not described.")
}

/** Levels that are searched for a field; the API's answers have five. */
const DEEPEST = 8

function has(shape: Shape, path: string[], depth: number): boolean {
  const [name, ...rest] = path
  if (name === undefined || depth > DEEPEST) {
    return name === undefined
  }
  const next = shape.properties.get(name)
  return (
    (next !== undefined && has(next, rest, depth + 1)) ||
    shape.choices.flat().some((one) => has(one, path, depth + 1))
  )
}

function pathTo(shape: Shape, name: string, path: string[]): string[] | null {
  if (path.length > DEEPEST) {
    return null
  }
  for (const [key, one] of shape.properties) {
    const found =
      key === name ? [...path, key] : pathTo(one, name, [...path, key])
    if (found) {
      return found
    }
  }
  for (const one of shape.choices.flat()) {
    const found = pathTo(one, name, path)
    if (found) {
      return found
    }
  }
  return null
}

function compareErrors(
  endpoint: ApiEndpoint,
  answers: Operation["answers"]
): Difference[] {
  const errors = KNOWN_ERRORS.flatMap((code) => {
    const shape = answers.get(String(code))?.shape
    return shape ? [shape] : []
  })
  const described = errors.filter(
    ({ properties, choices }) => properties.size > 0 || choices.length > 0
  )
  return described.length > 0 &&
    !described.some((shape) => has(shape, ["errors"], 0))
    ? [
        handled(
          `${endpoint} errors`,
          "have no list errors.",
          "The status decides what a refusal means; the service's own words are not shown. Seconds to wait are found wherever they stand."
        ),
      ]
    : []
}
