import {
  bestOf,
  breaks,
  clean,
  handled,
  notSaid,
  type Budget,
  type Difference,
} from "./difference"
import { saysNothing, type Shape } from "./shape"
import { KNOWN_UNREAD, type Statuses } from "./what-we-read"

const UNREAD =
  "An answer that cannot be read proves nothing: it is asked for again, a payment or refund stays as it was."
const UPDATE =
  "Look for a newer version of this plugin before selling with this service."

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
    const best = bestOf(found, (one) =>
      compareRead(needed, one, where, expected)
    )
    const also = best.others && [
      handled(
        where,
        `may have another form too, in which ${best.others.where.split(".").pop()} ${best.others.what}`,
        UNREAD
      ),
    ]
    return [...best.found, ...(also ?? [])]
  }
  if (saysNothing(found)) {
    return notSaid(where, "is not described.")
  }
  const types = compareTypes(needed, found, where)
  if (types.some(({ verdict }) => verdict === "breaks")) {
    return types
  }
  const isStatus = expected.statuses !== null && /\bstatus$/.test(where)
  return [
    ...types,
    ...(isStatus ? compareStatus(expected.statuses!, found, where) : []),
    ...compareItems(needed, found, where, expected),
    ...compareProperties(needed, found, where, expected),
  ]
}

function compareTypes(needed: Shape, found: Shape, where: string) {
  if (!needed.types || !found.types) {
    return []
  }
  const reads = (type: string) =>
    needed.types!.has(type) ||
    (type === "integer" && needed.types!.has("number"))
  const readable = [...found.types].filter(reads)
  const unreadable = [...found.types].filter((type) => !reads(type))
  if (unreadable.length === 0) {
    return []
  }
  const isNumber = unreadable.includes("number") && needed.types.has("integer")
  if (isNumber) {
    return [
      handled(
        where,
        "is a number, which may have a fraction.",
        `Cents are whole. ${UNREAD}`
      ),
    ]
  }
  const wanted = clean([...needed.types].join(" or "))
  const got = clean(unreadable.join(" or "))
  return readable.length > 0
    ? [handled(where, `may be ${got} too, where ${wanted} is read.`, UNREAD)]
    : [breaks(where, `is ${got}, where ${wanted} is read.`, UPDATE)]
}

function compareItems(
  needed: Shape,
  found: Shape,
  where: string,
  expected: Expected
): Difference[] {
  return needed.items
    ? compareRead(
        needed.items,
        found.items ?? { ...found, types: null },
        `${where}[]`,
        expected
      )
    : []
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
  const read = [...needed.properties].flatMap(([name, shape]) => {
    const described = found.properties.get(name)
    const isNeeded = needed.required.has(name)
    if (!described) {
      return isNeeded ? missing(found, below(name)) : []
    }
    const mayLack =
      isNeeded && found.required.size > 0 && !found.required.has(name)
    return [
      ...compareRead(shape, described, below(name), expected),
      ...(mayLack ? [handled(below(name), "may be left out.", UNREAD)] : []),
    ]
  })
  const fresh = [...found.properties.keys()].filter(
    (name) => !needed.properties.has(name) && !KNOWN_UNREAD.includes(name)
  )
  return [
    ...read,
    ...fresh.map((name) =>
      handled(
        below(name),
        "is not in the API specification.",
        "Unknown fields are not read."
      )
    ),
  ]
}

function missing({ properties, closed }: Shape, where: string): Difference[] {
  return properties.size === 0 && !closed
    ? notSaid(where, "is not described.")
    : [breaks(where, "is read, and the document does not have it.", UPDATE)]
}

function compareStatus(
  { known, needed }: Statuses,
  { values }: Shape,
  where: string
): Difference[] {
  if (!values) {
    return notSaid(where, "has no list of its words.")
  }
  const fresh = values.filter(
    (one) => one !== null && !known.includes(String(one))
  )
  const gone = known.filter((one) => !values.includes(one))
  const lost = gone.filter((one) => needed.includes(one))
  const rare = gone.filter((one) => !needed.includes(one))
  return [
    ...fresh.map((one) =>
      handled(
        where,
        `may be ${JSON.stringify(clean(String(one)))}, which the API specification does not have.`,
        where.startsWith("callback")
          ? "Such a callback is kept and held, and a person is told; the reconcile job asks about the payment as about any other."
          : "An unknown status is kept and shown, and is no end: nothing is placed or returned by it, and the service is asked again."
      )
    ),
    ...lost.map((one) =>
      breaks(
        where,
        `is never "${one}": ${one === "successful" ? "no order would ever be placed" : "no refund would ever end so"}.`,
        UPDATE
      )
    ),
    ...rare.map((one) =>
      handled(where, `is never "${one}".`, "It is not waited for.")
    ),
  ]
}
