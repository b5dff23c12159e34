/** The types of JSON, with the integers apart. */
type Type = string

/** The bounds of a schema that are compared, as JSON Schema names them. */
export const BOUNDS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const

/** A value of an enumeration. */
export type Scalar = string | number | boolean | null

/**
 * What a schema says of a value, with its references and `allOf` resolved.
 * Whatever is null or empty is not said.
 */
export type Shape = {
  types: Set<Type> | null
  values: Scalar[] | null
  properties: Map<string, Shape>
  required: Set<string>
  /** No property but these may be there. */
  closed: boolean
  items: Shape | null
  /** Of each group one must hold (`oneOf` and `anyOf`). */
  choices: Shape[][]
  bounds: Map<(typeof BOUNDS)[number], number>
  format: string | null
  pattern: string | null
}

/** A shape that says nothing. */
export function unsaid(): Shape {
  return {
    types: null,
    values: null,
    properties: new Map(),
    required: new Set(),
    closed: false,
    items: null,
    choices: [],
    bounds: new Map(),
    format: null,
    pattern: null,
  }
}

/** Whether a shape says anything about a value's type or content. */
export function saysNothing(shape: Shape): boolean {
  const { types, values, properties, items, choices } = shape
  return (
    !types && !values && properties.size === 0 && !items && choices.length === 0
  )
}

/** A shape that says what both say, as `allOf` does. */
export function both(one: Shape, other: Shape): Shape {
  const properties = new Map(one.properties)
  for (const [name, shape] of other.properties) {
    const known = properties.get(name)
    properties.set(name, known ? both(known, shape) : shape)
  }
  const bounds = new Map(one.bounds)
  for (const [name, value] of other.bounds) {
    const known = bounds.get(name) ?? value
    const isLower = name.startsWith("min") || name === "exclusiveMinimum"
    bounds.set(name, isLower ? Math.max(known, value) : Math.min(known, value))
  }
  return {
    types: common(one.types, other.types),
    values:
      one.values && other.values
        ? one.values.filter((value) => other.values!.includes(value))
        : (one.values ?? other.values),
    properties,
    required: new Set([...one.required, ...other.required]),
    closed: one.closed || other.closed,
    items:
      one.items && other.items
        ? both(one.items, other.items)
        : (one.items ?? other.items),
    choices: [...one.choices, ...other.choices],
    bounds,
    format: one.format ?? other.format,
    pattern: one.pattern ?? other.pattern,
  }
}

function common(one: Set<Type> | null, other: Set<Type> | null) {
  if (!one || !other) {
    return one ?? other
  }
  const accepts = (types: Set<Type>, type: Type) =>
    types.has(type) || (type === "integer" && types.has("number"))
  const all = [...one, ...other]
  return new Set(all.filter((t) => accepts(one, t) && accepts(other, t)))
}
