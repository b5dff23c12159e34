/** A JSON Schema, as it stands in the API description. */
export type Schema = Record<string, unknown>

/** A reference to one of the schemas. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An object with exactly these fields. */
export function object(properties: Record<string, unknown>): Schema {
  return { type: "object", required: Object.keys(properties), properties }
}

/** A body of JSON. */
export function json(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } }
}

const ERRORS: Record<string, string> = {
  400: "The signature does not match, or the body is no JSON.",
  401: "Bad Bearer token.",
  404: "No such resource.",
  413: "The body is too large.",
  422: "A rule forbids it; the detail says which.",
  429: "A rate limit is exceeded; the detail says for how long.",
}

/** One operation of the API: its good answer and its errors. */
export function operation(input: {
  operationId: string
  summary: string
  status?: number
  answer: Schema
  body?: string
  parameters?: Schema[]
  errors: number[]
}) {
  const { operationId, summary, body, parameters = [] } = input
  const signature = { $ref: "#/components/parameters/Signature" }
  const errors = [401, ...input.errors].map((status) => [
    status,
    json(ERRORS[status] ?? "", ref("Errors")),
  ])
  return {
    operationId,
    summary,
    parameters: body ? [...parameters, signature] : parameters,
    ...(body && {
      requestBody: { required: true, ...json("", ref(body)) },
    }),
    responses: {
      [input.status ?? 200]: json("Good", input.answer),
      ...Object.fromEntries(errors),
    },
  }
}
