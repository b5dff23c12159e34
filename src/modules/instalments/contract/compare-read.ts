import { bestOf, breaks, clean, handled, notSaid, points } from "./difference"
import type { Budget, Difference } from "./difference"
import { saysNothing, type Shape } from "./shape"
import { KNOWN_UNREAD, type Statuses } from "./what-we-read"

const UNREAD =
  "An answer that cannot be read proves nothing: it is asked for again, a payment or refund stays as it was."

/** What the status and the reading of a body are compared with. */
export type Expected = { statuses: Statuses | null; budget: Budget }

/** Compares what is read with what the document says of an answer's body. */
export function compareRead(
  needed: Shape,
  found: Shape,
  where: string,
  expected: Expected
): Difference[] {
  if (--expected.budget.left < 0) {
    return []
  }
  if (found.choices.length > 0) {
    const { found: best, others } = bestOf(found, (one) =>
      compareRead(needed, one, where, expected)
    )
    const field = others?.where.split(".").pop()
    const also = `may have another form too, in which ${field} ${others?.what}`
    return points(best, others && handled(where, also, UNREAD))
  }
  if (saysNothing(found)) {
    return [notSaid(where)]
  }
  const type = compareTypes(needed, found, where)
  if (type?.verdict === "breaks") {
    return [type]
  }
  const { statuses } = expected
  const inside = found.items ?? { ...found, types: null }
  return points(
    type,
    statuses &&
      /\bstatus$/.test(where) &&
      compareStatus(statuses, found, where),
    needed.items && compareRead(needed.items, inside, `${where}[]`, expected),
    compareProperties(needed, found, where, expected)
  )
}

function compareTypes(needed: Shape, found: Shape, where: string) {
  if (!needed.types || !found.types) {
    return null
  }
  const { types } = needed
  const unreadable = [...found.types].filter(
    (type) => !types.has(type) && !(type === "integer" && types.has("number"))
  )
  if (unreadable.length === 0) {
    return null
  }
  if (unreadable.includes("number") && types.has("integer")) {
    const what = "is a number, which may have a fraction."
    return handled(where, what, `Cents are whole. ${UNREAD}`)
  }
  const wanted = clean([...types].join(" or "))
  const got = clean(unreadable.join(" or "))
  return unreadable.length < found.types.size
    ? handled(where, `may be ${got} too, where ${wanted} is read.`, UNREAD)
    : breaks(where, `is ${got}, where ${wanted} is read.`)
}

function compareProperties(
  needed: Shape,
  found: Shape,
  where: string,
  expected: Expected
): Difference[] {
  if (needed.properties.size === 0) {
    return []
  }
  const below = (name: string) => `${where}.${clean(name)}`
  const isOpen = found.properties.size === 0 && !found.closed
  const gone = "is read, and the document does not have it."
  const read = [...needed.properties].flatMap(([name, shape]) => {
    const described = found.properties.get(name)
    const isNeeded = needed.required.has(name)
    const mayLack = found.required.size > 0 && !found.required.has(name)
    if (!described) {
      const absent = isOpen ? notSaid(below(name)) : breaks(below(name), gone)
      return points(isNeeded && absent)
    }
    return points(
      compareRead(shape, described, below(name), expected),
      isNeeded && mayLack && handled(below(name), "may be left out.", UNREAD)
    )
  })
  const fresh = [...found.properties.keys()].filter(
    (name) => !needed.properties.has(name) && !KNOWN_UNREAD.includes(name)
  )
  const isNew = "is not in the API specification."
  return points(
    read,
    fresh.map((name) =>
      handled(below(name), isNew, "Unknown fields are not read.")
    )
  )
}

function compareStatus(
  { known, needed }: Statuses,
  { values }: Shape,
  where: string
): Difference[] {
  if (!values) {
    return [notSaid(where, "has no list of its words.")]
  }
  const fresh = values.filter(
    (one) => one !== null && !known.includes(String(one))
  )
  const gone = known.filter((one) => !values.includes(one))
  const then = where.startsWith("callback")
    ? "Such a callback is kept and held, and a person is told; the reconcile job asks about the payment as about any other."
    : "An unknown status is kept and shown, and is no end: nothing is placed or returned by it, and the service is asked again."
  const never = (one: string) => {
    const loss =
      one === "successful"
        ? "no order would ever be placed"
        : "no refund would ever end so"
    return needed.includes(one)
      ? breaks(where, `is never "${one}": ${loss}.`)
      : handled(where, `is never "${one}".`, "It is not waited for.")
  }
  return points(
    fresh.map((one) => {
      const word = JSON.stringify(clean(String(one)))
      const what = `may be ${word}, which the API specification does not have.`
      return handled(where, what, then)
    }),
    gone.map(never)
  )
}
