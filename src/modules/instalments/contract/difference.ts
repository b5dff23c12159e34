import { both, type Shape } from "./shape"

/**
 * What a point of the document means for this plugin: `fits` also when it
 * settles what the specification leaves open; `handled` differs, and the plugin
 * has a decision for it; `breaks` needs a person; `not_said` is left out.
 */
export type PointVerdict = "fits" | "handled" | "breaks" | "not_said"

/** One point in which the document was compared. */
export type Difference = {
  verdict: PointVerdict
  /** Like `POST /api/checkouts body.checkout.amount`. */
  where: string
  /** What was seen, a sentence. */
  what: string
  /** The decision, or what to do; empty where nothing is to be said. */
  then: string
}

const UPDATE =
  "Look for a newer version of this plugin, and ask the service's support."

/** A point that stops a payment, a refund or a reading. */
export function breaks(where: string, what: string, then = UPDATE): Difference {
  return { verdict: "breaks", where, what, then }
}

/** A difference for which the plugin has a decision. */
export function handled(where: string, what: string, then: string): Difference {
  return { verdict: "handled", where, what, then }
}

/** A point that is as it should be, and that the specification leaves open. */
export function fits(where: string, what: string): Difference {
  return { verdict: "fits", where, what, then: "" }
}

/** A point that the document leaves out. */
export function notSaid(where: string, what = "is not described."): Difference {
  return { verdict: "not_said", where, what, then: "" }
}

/** The points of these, in this order, without what is none. */
export function points(
  ...found: (Difference | Difference[] | false | null | undefined)[]
): Difference[] {
  return found.flatMap((one) => one || [])
}

/** A word of the document's, fit for a sentence, a page and PostgreSQL. */
export function clean(text: string): string {
  // Control characters and halves of pairs: JSON in PostgreSQL holds neither.
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, "\u{FFFD}")
  return plain.length > 80 ? `${[...plain].slice(0, 79).join("")}…` : plain
}

/** How many comparisons one body may take, whatever its alternatives are. */
export type Budget = { left: number }

/** A new budget. The API's bodies need less than a hundred. */
export function budget(): Budget {
  return { left: 20_000 }
}

/** The point of a body that was not compared whole. */
export function spent({ left }: Budget, where: string): Difference[] {
  const what = "has too many alternatives to be compared whole."
  const then = "What was not compared counts as not said."
  return points(left < 0 && handled(where, what, then))
}

/**
 * Compares a shape by the alternative of each group (`oneOf`, `anyOf`) that
 * fits best. `others` is a point of one that breaks, where the best does not.
 */
export function bestOf(
  shape: Shape,
  compare: (one: Shape) => Difference[]
): { found: Difference[]; others: Difference | null } {
  let plain: Shape = { ...shape, choices: [] }
  let found: Difference[] = []
  let others: Difference | null = null
  for (const group of shape.choices) {
    const tried = group.map((one) => {
      const whole = both(plain, one)
      return { whole, found: compare(whole) }
    })
    tried.sort((a, b) => weight(a.found) - weight(b.found))
    const [best] = tried
    if (best) {
      plain = best.whole
      found = best.found
      const worse = tried.slice(1).flatMap((one) => one.found)
      others ??= worse.find(isBreak) ?? null
    }
  }
  return { found, others: found.some(isBreak) ? null : others }
}

function isBreak({ verdict }: Difference): boolean {
  return verdict === "breaks"
}

function weight(found: Difference[]): number {
  const count = (verdict: PointVerdict) =>
    found.filter((one) => one.verdict === verdict).length
  return count("breaks") * 1_000 + count("handled")
}
