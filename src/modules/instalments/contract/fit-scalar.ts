import { breaks, handled, type Difference } from "./difference"
import type { Shape } from "./shape"

/** Below this a text of the shop's or a shopper's may well be longer. */
const LONG_ENOUGH = 255

/** The decision about a value that some carts have and the service refuses. */
export const REFUSED =
  "What the service refuses (422) is closed at once, and the shopper is asked to choose another way to pay."
/** What to do where every request would be refused. */
export const ASK =
  "Ask the service's support, and look for a newer version of this plugin."

/** Whether a text that is sent fits a shape; its type is known to. */
export function fitText(
  value: string,
  shape: Shape,
  where: string
): Difference[] {
  const { bounds, format, pattern } = shape
  const most = bounds.get("maxLength") ?? Infinity
  const least = bounds.get("minLength") ?? 0
  if (value.length > most || value.length < least) {
    const wanted = value.length > most ? `at most ${most}` : `at least ${least}`
    return [
      breaks(
        where,
        `must have ${wanted} characters, an ordinary one has ${value.length}.`,
        ASK
      ),
    ]
  }
  if (
    format === "uuid" &&
    !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
  ) {
    return [breaks(where, "must be a UUID, and is sent in another form.", ASK)]
  }
  const isOurs = /(currency|reference_id|checkout_id)$/.test(where)
  return [
    ...(most < LONG_ENOUGH && !isOurs
      ? [handled(where, `may have at most ${most} characters.`, REFUSED)]
      : []),
    // A format is told by its name; the pattern beside it says the same.
    ...(pattern !== null && format === null
      ? [
          handled(
            where,
            "must match a pattern, which is not tried here.",
            REFUSED
          ),
        ]
      : []),
  ]
}

/** Whether a number that is sent fits a shape; its type is known to. */
export function fitNumber(
  value: number,
  shape: Shape,
  where: string
): Difference[] {
  const { bounds } = shape
  const low = bounds.get("minimum") ?? -Infinity
  const high = bounds.get("maximum") ?? Infinity
  const above = bounds.get("exclusiveMinimum") ?? -Infinity
  const under = bounds.get("exclusiveMaximum") ?? Infinity
  const isInside =
    value >= low && value <= high && value > above && value < under
  if (/checkout\.amount$/.test(where)) {
    const named = Math.max(low, above) > 1 || Math.min(high, under) < 1e9
    return named
      ? [
          handled(
            where,
            "has bounds of its own in the document.",
            "The amount bands of the merchant config decide what is offered; a create that is refused all the same is closed at once."
          ),
        ]
      : []
  }
  return isInside
    ? []
    : [
        breaks(
          where,
          `is sent as ${value}, which is outside of its bounds.`,
          ASK
        ),
      ]
}
