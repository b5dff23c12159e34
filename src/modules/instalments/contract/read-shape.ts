import { both, BOUNDS, unsaid, type Scalar, type Shape } from "./shape"

/** A JSON object of a stranger's; its keys are read as own properties only. */
export type Json = Record<string, unknown>

/** How deep a schema is followed; an API's answer has less than ten levels. */
const DEEPEST = 24
/**
 * How many schemas of one body are read. References that double at every level
 * would otherwise grow without end.
 */
const MOST_STEPS = 5_000
/** And of the whole document: half a second of a processor. */
const MOST_STEPS_IN_ALL = 40_000
const MOST_PROPERTIES = 500
const MOST_VALUES = 100
const MOST_HOPS = 20
/**
 * A reference and a server's path are read at each place that uses them, so a
 * longer one, of as much as the whole document, is not read.
 */
export const LONGEST_PATH = 1_000

/** The value as an object, or null. */
export function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : null
}

/** An own property; never one of JavaScript's. */
export function own(object: Json | null, name: string): unknown {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A list, or none. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Reads the schemas of a parsed document of any shape: it never throws, and
 * ends in bounded time whatever the references are. What cannot be followed (a
 * cycle, another file, too deep) is a shape that says nothing.
 */
export class ShapeReader {
  /** Whether a part was not read because there was too much of it. */
  isCut = false
  private left = MOST_STEPS_IN_ALL

  constructor(private readonly document: Json) {}

  /** The object that is meant, references followed; null when there is none. */
  object(value: unknown): Json | null {
    let found = asObject(value)
    for (let hops = 0; hops < MOST_HOPS; hops++) {
      const ref = own(found, "$ref")
      if (typeof ref !== "string") {
        return found
      }
      found = asObject(this.target(ref))
    }
    return null
  }

  /** What a schema says. */
  shape(schema: unknown): Shape {
    const budget = Math.min(MOST_STEPS, this.left)
    const left = { steps: budget }
    const shape = this.read(schema, left, 0, [])
    this.left -= budget - Math.max(0, left.steps)
    this.isCut ||= left.steps < 0
    return shape
  }

  private read(
    schema: unknown,
    left: { steps: number },
    depth: number,
    refs: string[]
  ): Shape {
    const node = asObject(schema)
    if (!node || depth > DEEPEST || --left.steps < 0) {
      return unsaid()
    }
    const read = (one: unknown, more = refs) =>
      this.read(one, left, depth + 1, more)
    const parts = [plain(node, read)]
    const ref = own(node, "$ref")
    if (typeof ref === "string" && !refs.includes(ref)) {
      parts.push(read(this.target(ref), [...refs, ref]))
    }
    parts.push(...asList(own(node, "allOf")).map((one) => read(one)))
    for (const name of ["oneOf", "anyOf"]) {
      const list = asList(own(node, name)).map((one) => read(one))
      if (list.length > 0) {
        parts.push(oneOf(list))
      }
    }
    const shape = parts.reduce(both)
    const isNullable = own(node, "nullable") === true
    return isNullable ? orNull(shape) : shape
  }

  /** What a reference inside the document leads to, as a JSON pointer. */
  private target(ref: string): unknown {
    if (!ref.startsWith("#/") || ref.length > LONGEST_PATH) {
      return undefined
    }
    let found: unknown = this.document
    for (const part of ref.slice(2).split("/")) {
      const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~")
      found = Array.isArray(found)
        ? found[Number(name)]
        : own(asObject(found), name)
    }
    return found
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What a schema says by itself, without references and combinations. */
function plain(node: Json, read: (schema: unknown) => Shape): Shape {
  const properties = Object.entries(asObject(own(node, "properties")) ?? {})
  const items = asObject(own(node, "items"))
  const bounds = BOUNDS.flatMap((name) => {
    const value = own(node, name)
    return typeof value === "number" ? [[name, value] as const] : []
  })
  return {
    ...unsaid(),
    types: typesOf(node, properties.length > 0, items !== null),
    values: valuesOf(node),
    properties: new Map(
      properties
        .slice(0, MOST_PROPERTIES)
        .map(([name, one]) => [name, read(one)] as const)
    ),
    required: new Set(texts(own(node, "required"))),
    closed:
      own(node, "additionalProperties") === false ||
      own(node, "unevaluatedProperties") === false,
    items: items && read(items),
    bounds: new Map(bounds),
    format: textOf(own(node, "format")),
    pattern: textOf(own(node, "pattern")),
  }
}

function typesOf(node: Json, hasProperties: boolean, hasItems: boolean) {
  const type = own(node, "type")
  const named = typeof type === "string" ? [type] : texts(type)
  if (named.length > 0) {
    return new Set(named)
  }
  return hasProperties || hasItems
    ? new Set([hasProperties ? "object" : "array"])
    : null
}

function valuesOf(node: Json): Scalar[] | null {
  const isScalar = (value: unknown): value is Scalar =>
    value === null || ["string", "number", "boolean"].includes(typeof value)
  const named = Object.hasOwn(node, "const")
    ? [node.const]
    : asList(own(node, "enum"))
  const values = named.slice(0, MOST_VALUES).filter(isScalar)
  return values.length > 0 ? values : null
}

/** One of several; where all but one are only null, that one or null. */
function oneOf(list: Shape[]): Shape {
  const isNull = ({ types }: Shape) => types?.size === 1 && types.has("null")
  const real = list.filter((one) => !isNull(one))
  if (real.length === 1) {
    return real.length < list.length ? orNull(real[0]!) : real[0]!
  }
  return { ...unsaid(), choices: [list] }
}

function orNull(shape: Shape): Shape {
  return {
    ...shape,
    types: shape.types && new Set([...shape.types, "null"]),
    values: shape.values && [...new Set([...shape.values, null])],
  }
}

function texts(value: unknown): string[] {
  return asList(value).filter((one) => typeof one === "string")
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null
}
