import {
  asList,
  asObject,
  own,
  type Json,
  type ShapeReader,
} from "./read-shape"
import { unsaid, type Shape } from "./shape"

/** A parameter of an operation. */
export type Parameter = {
  /** `query`, `header`, `path` or `cookie`. */
  in: string
  name: string
  required: boolean
  shape: Shape
}

/** A body: its media types, and its shape as JSON; null when it has no JSON. */
export type Body = { media: string[]; shape: Shape | null }

/** What the document says of one endpoint. */
export type Operation = {
  parameters: Parameter[]
  /** What the caller sends; null when it is not described. */
  body: Body | null
  /** By status, like `201`, `2XX` or `DEFAULT`. */
  answers: Map<string, Body>
  /** The kinds of authentication, one list of which is enough; null: not said. */
  security: string[][] | null
  /** A rate limit that its texts name. */
  limit: { requests: number; seconds: number } | null
  deprecated: boolean
}

const MOST_PARAMETERS = 100
const MOST_ANSWERS = 50

/** Reads one operation; `path` says what is the same for all of its path. */
export function readOperation(
  reader: ShapeReader,
  root: Json,
  path: Json,
  operation: Json
): Operation {
  const responses = asObject(own(operation, "responses"))
  const body = reader.object(own(operation, "requestBody"))
  const parameters = [path, operation]
    .flatMap((one) => asList(own(one, "parameters")))
    .slice(0, MOST_PARAMETERS)
  return {
    parameters: parameters.flatMap((one) => readParameter(reader, one)),
    body: body && readBody(reader, body),
    answers: new Map(
      Object.entries(responses ?? {})
        .slice(0, MOST_ANSWERS)
        .map(([status, one]) => [
          status.toUpperCase(),
          readBody(reader, reader.object(one)),
        ])
    ),
    security: readSecurity(reader, root, operation),
    limit: readLimit(operation, reader.object(own(responses, "429"))),
    deprecated: own(operation, "deprecated") === true,
  }
}

/** `page` with the properties `number` and `items` is sent as `page[number]`. */
function readParameter(reader: ShapeReader, value: unknown): Parameter[] {
  const json = reader.object(value)
  const name = own(json, "name")
  const where = own(json, "in")
  if (typeof name !== "string" || typeof where !== "string") {
    return []
  }
  const required = own(json, "required") === true
  const shape = reader.shape(own(json, "schema"))
  return where === "query" && shape.properties.size > 0
    ? [...shape.properties].map(([below, one]) => ({
        in: where,
        name: `${name}[${below}]`,
        required: required && shape.required.has(below),
        shape: one,
      }))
    : [{ in: where, name, required, shape }]
}

/** The JSON of a body; JSON:API's own media type is JSON too. */
function readBody(reader: ShapeReader, body: Json | null): Body {
  const content = asObject(own(body, "content")) ?? {}
  const named = Object.entries(content).slice(0, 20)
  const json =
    named.find(([media]) => /^application\/json\b/i.test(media)) ??
    named.find(([media]) => /[/+]json\b|\*$/i.test(media))
  const withoutJson = named.length > 0 ? null : unsaid()
  return {
    media: named.map(([media]) => media),
    shape: json ? reader.shape(own(asObject(json[1]), "schema")) : withoutJson,
  }
}

function readSecurity(reader: ShapeReader, root: Json, operation: Json) {
  const wanted = own(operation, "security") ?? own(root, "security")
  if (!Array.isArray(wanted)) {
    return null
  }
  const components = asObject(own(root, "components"))
  const schemes = asObject(own(components, "securitySchemes"))
  return wanted.slice(0, 20).map((one) =>
    Object.keys(asObject(one) ?? {})
      .slice(0, 20)
      .map((name) => {
        const scheme = reader.object(own(schemes, name))
        return ["type", "scheme", "in", "name"]
          .map((key) => own(scheme, key))
          .filter((part) => typeof part === "string")
          .join(" ")
          .toLowerCase()
      })
  )
}

const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
}
const LIMIT =
  /(\d{1,6}) ?(?:requests?|calls?)? ?(?:per|an?|every|\/) ?(second|minute|hour|day)/i

/** A rate limit in the words of an operation, like "5 requests per hour". */
function readLimit(...described: (Json | null)[]): Operation["limit"] {
  for (const json of described) {
    for (const key of ["summary", "description"]) {
      const text = own(json, key)
      const named =
        typeof text === "string" &&
        LIMIT.exec(text.slice(0, 2_000).replace(/\s+/g, " "))
      if (named) {
        const seconds = SECONDS[named[2]!.toLowerCase()]!
        return { requests: Number(named[1]), seconds }
      }
    }
  }
  return null
}

/**
 * The body of the payment-result callback: a callback of the creation, or a
 * webhook of the document, that has its fields.
 */
export function readCallback(
  reader: ShapeReader,
  root: Json,
  creation: Json | null
): Body | null {
  const callbacks = asObject(own(creation, "callbacks")) ?? {}
  const items = [
    ...Object.values(callbacks).flatMap((one) =>
      Object.values(reader.object(one) ?? {})
    ),
    ...Object.values(asObject(own(root, "webhooks")) ?? {}),
  ]
  const bodies = items.slice(0, 50).flatMap((item) => {
    const post = reader.object(own(reader.object(item), "post"))
    const body = reader.object(own(post, "requestBody"))
    return body ? [readBody(reader, body)] : []
  })
  const isOurs = ({ shape }: Body) =>
    shape?.properties.has("client_reference_id")
  return bodies.find(isOurs) ?? bodies[0] ?? null
}
