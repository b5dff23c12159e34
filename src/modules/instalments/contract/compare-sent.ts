import {
  bestOf,
  breaks,
  clean,
  handled,
  type Budget,
  type Difference,
} from "./difference"
import { ASK, fitNumber, fitText, REFUSED } from "./fit-scalar"
import { asObject } from "./read-shape"
import type { Shape } from "./shape"
import type { Samples } from "./what-we-send"

/** Below this a cart may well have more lines. */
const MANY_LINES = 100

/** Compares what is sent with the shape of a request's body. */
export function compareSent(
  { fullest, barest }: Samples,
  shape: Shape,
  where: string,
  budget: Budget
): Difference[] {
  const whole = fit(fullest, shape, where, budget)
  const known = new Set(whole.map(keyOf))
  // What the barest lacks is sent only where the cart has it.
  const some = fit(barest, shape, where, budget).filter(
    (one) => one.verdict === "breaks" && !known.has(keyOf(one))
  )
  return [...whole, ...some.map(onlySometimes)]
}

function keyOf({ where, what }: Difference) {
  return `${where} ${what}`
}

function onlySometimes(one: Difference): Difference {
  return /is required and not sent/.test(one.what)
    ? breaks(
        one.where,
        "is required, and is sent only where the cart has it.",
        "Have the storefront ask every shopper for it; carts without it are refused."
      )
    : one
}

function fit(
  value: unknown,
  shape: Shape,
  where: string,
  budget: Budget
): Difference[] {
  if (--budget.left < 0) {
    return []
  }
  if (shape.choices.length > 0) {
    return bestOf(shape, (one) => fit(value, one, where, budget)).found
  }
  const { types, values } = shape
  const type = typeOf(value)
  const isTaken =
    !types || types.has(type) || (type === "integer" && types.has("number"))
  if (!isTaken) {
    const wanted = clean([...types].join(" or "))
    return [
      breaks(where, `is sent as ${type}, the service wants ${wanted}.`, ASK),
    ]
  }
  if (values && !values.includes(value as string)) {
    const wanted = clean(values.map((one) => JSON.stringify(one)).join(", "))
    return [
      breaks(
        where,
        `is sent as ${JSON.stringify(value)}, the service takes only ${wanted}.`,
        /currency$/.test(where)
          ? "Set the option currency to the account's own."
          : ASK
      ),
    ]
  }
  if (typeof value === "string") {
    return fitText(value, shape, where)
  }
  if (typeof value === "number") {
    return fitNumber(value, shape, where)
  }
  return Array.isArray(value)
    ? fitList(value, shape, where, budget)
    : fitObject(asObject(value) ?? {}, shape, where, budget)
}

function fitList(
  value: unknown[],
  shape: Shape,
  where: string,
  budget: Budget
): Difference[] {
  const { bounds, items } = shape
  const most = bounds.get("maxItems") ?? Infinity
  const least = bounds.get("minItems") ?? 0
  if (value.length > most || value.length < least) {
    const wanted = value.length > most ? `at most ${most}` : `at least ${least}`
    return [
      breaks(
        where,
        `may have ${wanted} entries, ${value.length} are sent.`,
        ASK
      ),
    ]
  }
  const inside = items
    ? value.flatMap((one) => fit(one, items, `${where}[]`, budget))
    : []
  const distinct = new Map(inside.map((one) => [keyOf(one), one]))
  return [
    ...distinct.values(),
    ...(most < MANY_LINES
      ? [handled(where, `may have at most ${most} entries.`, REFUSED)]
      : []),
  ]
}

function fitObject(
  value: Record<string, unknown>,
  shape: Shape,
  where: string,
  budget: Budget
): Difference[] {
  const { properties, required, closed } = shape
  const below = (name: string) => `${where}.${clean(name)}`
  const missing = [...required]
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => breaks(below(name), "is required and not sent.", ASK))
  const extra = [...properties.keys()]
    .filter((name) => !Object.hasOwn(value, name) && !required.has(name))
    .map((name) =>
      handled(
        below(name),
        "is described and not sent.",
        "It is optional: left out."
      )
    )
  const sent = Object.entries(value).flatMap(([name, one]) => {
    const described = properties.get(name)
    if (described) {
      return fit(one, described, below(name), budget)
    }
    if (closed) {
      return breaks(
        below(name),
        "is sent, and the document allows no other fields than its own.",
        ASK
      )
    }
    return properties.size > 0
      ? handled(
          below(name),
          "is sent and not described.",
          "It is sent all the same: the API specification has it."
        )
      : []
  })
  return [...missing, ...extra, ...sent]
}

function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "array"
  }
  return Number.isInteger(value) ? "integer" : typeof value
}
