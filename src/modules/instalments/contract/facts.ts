import { clean } from "./difference"
import type { ApiDocument } from "./read-document"
import type { Body, Operation } from "./read-operation"
import type { Shape } from "./shape"

/** More lines than the API has by far; it keeps a strange document's row small. */
const MOST_FACTS = 1_500
const LONGEST = 300
const DEEPEST = 12

/**
 * What a document says of what this plugin uses, a line for each fact, like
 * `POST /api/checkouts body.checkout.amount: integer, required`. Equal documents
 * have equal lines whatever their order is, so two can be compared by them.
 */
export function factsOf(document: ApiDocument): string[] {
  const { openapi, operations, others, callback } = document
  const ours = [...operations].flatMap(([endpoint, operation]) =>
    operationFacts(endpoint, operation)
  )
  const lines = [
    `openapi ${clean(openapi)}`,
    ...ours.sort(),
    ...(callback ? bodyFacts("callback", callback) : []).sort(),
    ...others.map((name) => `other ${clean(name)}`).sort(),
  ]
  return [...new Set(lines)]
    .slice(0, MOST_FACTS)
    .map((line) =>
      line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
    )
}

/** Lines that came and lines that went, each in the order of its document. */
export function changesBetween(before: string[], after: string[]) {
  const had = new Set(before)
  const has = new Set(after)
  return {
    added: after.filter((line) => !had.has(line)),
    removed: before.filter((line) => !has.has(line)),
  }
}

function operationFacts(endpoint: string, operation: Operation): string[] {
  const { parameters, body, answers, security, limit, deprecated } = operation
  return [
    endpoint,
    ...(deprecated ? [`${endpoint}: deprecated`] : []),
    ...(security ?? []).map(
      (all) => `${endpoint} security: ${clean(all.join(" and ") || "none")}`
    ),
    ...(limit
      ? [`${endpoint} limit: ${limit.requests} in ${limit.seconds} s`]
      : []),
    ...parameters.map(({ in: place, name, required, shape }) =>
      line(`${endpoint} ${clean(place)} ${clean(name)}`, shape, required)
    ),
    ...(body ? bodyFacts(`${endpoint} body`, body) : []),
    ...[...answers].flatMap(([code, answer]) =>
      bodyFacts(`${endpoint} ${clean(code)}`, answer)
    ),
  ]
}

function bodyFacts(where: string, { media, shape }: Body): string[] {
  const kinds = media.map(clean).sort().join(", ")
  return [
    kinds ? `${where}: ${kinds}` : where,
    ...(shape ? shapeFacts(where, shape, 0) : []),
  ]
}

function shapeFacts(where: string, shape: Shape, depth: number): string[] {
  if (depth > DEEPEST) {
    return []
  }
  const below = [...shape.properties].flatMap(([name, one]) => {
    const path = `${where}.${clean(name)}`
    return [
      line(path, one, shape.required.has(name)),
      ...shapeFacts(path, one, depth + 1),
    ]
  })
  const undescribed = [...shape.required]
    .filter((name) => !shape.properties.has(name))
    .map((name) => `${where}.${clean(name)}: required`)
  const choices = shape.choices.flatMap((group) =>
    group.flatMap((one, index) => {
      const path = `${where}(${index + 1} of ${group.length})`
      return [line(path, one, false), ...shapeFacts(path, one, depth + 1)]
    })
  )
  const items = shape.items
    ? [
        line(`${where}[]`, shape.items, false),
        ...shapeFacts(`${where}[]`, shape.items, depth + 1),
      ]
    : []
  return [
    ...(shape.closed ? [`${where}: no other fields`] : []),
    ...[...below, ...undescribed, ...choices, ...items],
  ]
}

function line(where: string, shape: Shape, required: boolean): string {
  const { types, values, bounds, format, pattern } = shape
  const words = values?.map((one) => clean(JSON.stringify(one))).sort()
  const said = [
    types ? clean([...types].sort().join(" or ")) : "any",
    ...(required ? ["required"] : []),
    ...(words ? [`one of ${words.join(", ")}`] : []),
    ...(format ? [clean(format)] : []),
    ...(pattern ? [`pattern ${clean(pattern)}`] : []),
    ...[...bounds].map(([name, value]) => `${name} ${value}`).sort(),
  ]
  return `${where}: ${said.join(", ")}`
}
