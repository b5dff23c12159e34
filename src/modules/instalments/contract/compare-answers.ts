import { compareRead } from "./compare-read"
import { breaks, budget, clean, fits, handled } from "./difference"
import { notSaid, points, spent, type Difference } from "./difference"
import type { ApiEndpoint } from "./read-document"
import type { Body, Operation } from "./read-operation"
import type { Shape } from "./shape"
import { answerWeRead, PLACES, statusesOf } from "./what-we-read"

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
  const strange = codes
    .filter((code) => /^[345]\d\d$/.test(code))
    .filter((code) => ![...KNOWN_ERRORS, ...OF_HTTP].includes(Number(code)))
    .map((code) => {
      const where = `${endpoint} ${code}`
      return handled(where, "is not in the API specification.", meaning(code))
    })
  if (!first) {
    const what = "has no good answer but a redirect, which is not followed."
    return codes.some((code) => code.startsWith("3"))
      ? [breaks(endpoint, what)]
      : points(notSaid(`${endpoint} answer`), strange)
  }
  return points(
    compareCode(endpoint, first),
    good.flatMap((code) => compareAnswer(endpoint, code, answers.get(code)!)),
    compareErrors(endpoint, answers),
    strange
  )
}

function meaning(code: string): string {
  if (code.startsWith("3")) {
    return "Redirects are not followed: it is an answer that cannot be read."
  }
  return code.startsWith("4")
    ? "Any other 4xx is a refusal, with the service's words."
    : "Any 5xx means that the service is not available: a request that changes something is in doubt, any other is tried again."
}

function compareCode(endpoint: ApiEndpoint, code: string) {
  return endpoint === "POST /api/checkouts"
    ? fits(endpoint, `answers ${code}; any 2xx is taken.`)
    : code !== "200" &&
        code !== "2XX" &&
        handled(endpoint, `answers ${code}, not 200.`, "Any 2xx is taken.")
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
    return [breaks(where, `${what}, and one is read.`)]
  }
  const place = PLACES[endpoint]
  const left = budget()
  const expected = { statuses: statusesOf(endpoint), budget: left }
  return points(
    compareRead(answerWeRead(endpoint), shape, where, expected),
    place && comparePlace(place, shape, where),
    spent(left, where)
  )
}

/** Where a field stands of which the specification does not say where. */
function comparePlace(
  { name, paths }: { name: string; paths: string[][] },
  shape: Shape,
  where: string
): Difference {
  const described = [...pathsIn(shape)]
  const dotted = new Set(described.map((path) => path.join(".")))
  const read = paths.map((path) => path.join("."))
  const found = read.find((path) => dotted.has(path))
  if (found) {
    return fits(
      `${where}.${found}`,
      `is where ${name} stands: it is read there.`
    )
  }
  const elsewhere = described.find((path) => path.at(-1) === name)
  if (elsewhere) {
    return breaks(
      `${where}.${elsewhere.map(clean).join(".")}`,
      `is where ${name} stands; it is read at ${read.join(", ")}.`
    )
  }
  return isDescribed(shape)
    ? breaks(`${where}.${name}`, "is read, and the document does not have it.")
    : notSaid(`${where}.${name}`)
}

/** Levels that are searched for a field; the API's answers have five. */
const DEEPEST = 8

/** The paths of all fields that a body may have. */
function* pathsIn(shape: Shape, above: string[] = []): Generator<string[]> {
  if (above.length > DEEPEST) {
    return
  }
  for (const [name, one] of shape.properties) {
    yield [...above, name]
    yield* pathsIn(one, [...above, name])
  }
  for (const one of shape.choices.flat()) {
    yield* pathsIn(one, above)
  }
}

function isDescribed({ properties, choices }: Shape): boolean {
  return properties.size > 0 || choices.length > 0
}

function compareErrors(endpoint: ApiEndpoint, answers: Operation["answers"]) {
  const described = KNOWN_ERRORS.flatMap(
    (code) => answers.get(String(code))?.shape ?? []
  ).filter(isDescribed)
  const hasList = (shape: Shape) =>
    [...pathsIn(shape)].some((path) => path.join(".") === "errors")
  return (
    described.length > 0 &&
    !described.some(hasList) &&
    handled(
      `${endpoint} errors`,
      "have no list errors.",
      "The status decides what a refusal means; the service's own words are not shown. Seconds to wait are found wherever they stand."
    )
  )
}
