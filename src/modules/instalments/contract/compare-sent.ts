import { bestOf, breaks, clean, handled, points } from "./difference"
import type { Budget, Difference } from "./difference"
import { asObject } from "./read-shape"
import type { Shape } from "./shape"
import type { Samples } from "./what-we-send"

/** Below this a cart may well have more lines. */
const MANY_LINES = 100
/** Below this a text of the shop's or a shopper's may well be longer. */
const LONG_ENOUGH = 255
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The decision about a value that some carts have and the service refuses. */
const REFUSED =
  "What the service refuses (422) is closed at once, and the shopper is asked to choose another way to pay."
const NOT_SENT = "is required and not sent."

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
  const onlySometimes = (one: Difference) =>
    one.what === NOT_SENT
      ? breaks(
          one.where,
          "is required, and is sent only where the cart has it.",
          "Have the storefront ask every shopper for it; carts without it are refused."
        )
      : one
  return points(whole, some.map(onlySometimes))
}

function keyOf({ where, what }: Difference) {
  return `${where} ${what}`
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
  if (
    types &&
    !types.has(type) &&
    !(type === "integer" && types.has("number"))
  ) {
    const wanted = clean([...types].join(" or "))
    return [breaks(where, `is sent as ${type}, the service wants ${wanted}.`)]
  }
  if (values && !values.includes(value as string)) {
    const wanted = clean(values.map((one) => JSON.stringify(one)).join(", "))
    return [
      breaks(
        where,
        `is sent as ${JSON.stringify(value)}, the service takes only ${wanted}.`,
        where.endsWith("currency")
          ? "Set the option currency to the account's own."
          : undefined
      ),
    ]
  }
  if (typeof value === "string") {
    return fitText(value, shape, where)
  }
  if (typeof value === "number") {
    return points(fitNumber(value, shape, where))
  }
  return Array.isArray(value)
    ? fitList(value, shape, where, budget)
    : fitObject(asObject(value) ?? {}, shape, where, budget)
}

/** Whose bound a length breaks, in words; null when it keeps both. */
function outside(length: number, least = 0, most = Infinity): string | null {
  const wanted = length > most ? `at most ${most}` : `at least ${least}`
  return length > most || length < least ? wanted : null
}

function fitText(value: string, shape: Shape, where: string): Difference[] {
  const { bounds, format, pattern } = shape
  const most = bounds.get("maxLength") ?? Infinity
  const wanted = outside(value.length, bounds.get("minLength"), most)
  if (wanted) {
    const what = `must have ${wanted} characters, an ordinary one has ${value.length}.`
    return [breaks(where, what)]
  }
  if (format === "uuid" && !UUID.test(value)) {
    return [breaks(where, "must be a UUID, and is sent in another form.")]
  }
  const isOurs = /(currency|reference_id|checkout_id)$/.test(where)
  const untried = "must match a pattern, which is not tried here."
  return points(
    most < LONG_ENOUGH &&
      !isOurs &&
      handled(where, `may have at most ${most} characters.`, REFUSED),
    // A format is told by its name; the pattern beside it says the same.
    pattern !== null && format === null && handled(where, untried, REFUSED)
  )
}

function fitNumber(value: number, { bounds }: Shape, where: string) {
  const low = bounds.get("minimum") ?? -Infinity
  const high = bounds.get("maximum") ?? Infinity
  const above = bounds.get("exclusiveMinimum") ?? -Infinity
  const under = bounds.get("exclusiveMaximum") ?? Infinity
  if (where.endsWith("checkout.amount")) {
    return (
      (Math.max(low, above) > 1 || Math.min(high, under) < 1e9) &&
      handled(
        where,
        "has bounds of its own in the document.",
        "The amount bands of the merchant config decide what is offered; a create that is refused all the same is closed at once."
      )
    )
  }
  const isInside =
    value >= low && value <= high && value > above && value < under
  const what = `is sent as ${value}, which is outside of its bounds.`
  return !isInside && breaks(where, what)
}

function fitList(
  value: unknown[],
  { bounds, items }: Shape,
  where: string,
  budget: Budget
): Difference[] {
  const most = bounds.get("maxItems") ?? Infinity
  const wanted = outside(value.length, bounds.get("minItems"), most)
  if (wanted) {
    const what = `may have ${wanted} entries, ${value.length} are sent.`
    return [breaks(where, what)]
  }
  const inside = value.flatMap((one) =>
    items ? fit(one, items, `${where}[]`, budget) : []
  )
  return points(
    [...new Map(inside.map((one) => [keyOf(one), one])).values()],
    most < MANY_LINES &&
      handled(where, `may have at most ${most} entries.`, REFUSED)
  )
}

function fitObject(
  value: Record<string, unknown>,
  { properties, required, closed }: Shape,
  where: string,
  budget: Budget
): Difference[] {
  const below = (name: string) => `${where}.${clean(name)}`
  const isSent = (name: string) => Object.hasOwn(value, name)
  const missing = [...required].filter((name) => !isSent(name))
  const extra = [...properties.keys()].filter(
    (name) => !isSent(name) && !required.has(name)
  )
  const left = "It is optional: left out."
  const sent = Object.entries(value).flatMap(([name, one]) => {
    const described = properties.get(name)
    const others =
      "is sent, and the document allows no other fields than its own."
    const all = "It is sent all the same: the API specification has it."
    if (described) {
      return fit(one, described, below(name), budget)
    }
    return points(
      closed
        ? breaks(below(name), others)
        : properties.size > 0 &&
            handled(below(name), "is sent and not described.", all)
    )
  })
  return points(
    missing.map((name) => breaks(below(name), NOT_SENT)),
    extra.map((name) =>
      handled(below(name), "is described and not sent.", left)
    ),
    sent
  )
}

function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "array"
  }
  return Number.isInteger(value) ? "integer" : typeof value
}
