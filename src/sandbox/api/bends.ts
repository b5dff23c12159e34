import { choice } from "../input"

type Json = Record<string, unknown>

const MEGABYTE = 1024 * 1024

/** In what the OpenAPI document can be made another one than what is served. */
export const bend = choice(
  "new_status",
  "new_field",
  "small_pages",
  "tight_limit",
  "required_field",
  "text_amounts",
  "moved_payment_url",
  "missing_path",
  "openapi_3_0",
  "web_page",
  "yaml",
  "ten_megabytes",
  "too_large"
)

/** The schemas and operations that are bent, as `openApi` names them. */
const CHECKOUT = "components.schemas.Checkout.properties.attributes"
const REQUEST = "components.schemas.CheckoutRequest.properties.checkout"
const CREATED =
  "paths./api/checkouts.post.responses.201.content.application/json.schema"

/** Each changes the document in place; those not here change how it is sent. */
const CHANGES: Record<string, (document: Json) => void> = {
  new_status: (document) => {
    const status = at(document, `${CHECKOUT}.properties.status`)
    status.enum = [...(status.enum as string[]), "expired"]
  },
  new_field: (document) => {
    at(document, `${CHECKOUT}.properties`).expires_at = { type: "string" }
  },
  small_pages: (document) => {
    for (const path of ["/api/checkouts", "/api/refunds"]) {
      const list = at(document, `paths.${path}.get`)
      const [first, items] = list.parameters as Json[]
      const schema = { type: "integer", maximum: 50 }
      list.parameters = [first, { ...items, schema }]
    }
  },
  tight_limit: (document) => {
    const read = at(document, "paths./api/config.get")
    read.summary = "The merchant's amount bands (2 requests per hour)"
  },
  required_field: (document) => {
    const request = at(document, REQUEST)
    request.required = [...(request.required as string[]), "store_id"]
    at(request, "properties").store_id = { type: "string" }
  },
  text_amounts: (document) => {
    at(document, `${CHECKOUT}.properties`).amount = { type: "string" }
  },
  moved_payment_url: (document) => {
    const { payment_url, ...properties } = at(document, `${CREATED}.properties`)
    const links = { type: "object", properties: { payment_url } }
    Object.assign(at(document, CREATED), {
      required: ["data", "links"],
      properties: { ...properties, links },
    })
  },
  missing_path: (document) => {
    delete at(document, "paths")["/api/refunds"]
  },
  openapi_3_0: (document) => {
    Object.assign(document, JSON.parse(JSON.stringify(document), asIn30))
    document.openapi = "3.0.3"
  },
}

/** The document as the service might one day publish it. */
export function bent(document: Json, bends: string[]): Response {
  const own = structuredClone(document)
  bends.forEach((name) => CHANGES[name]?.(own))
  if (bends.includes("web_page")) {
    return answer("<!doctype html><title>Error</title>Try later", "text/html")
  }
  if (bends.includes("yaml")) {
    return answer('openapi: "3.1.0"\npaths: {}\n', "text/yaml")
  }
  const isLarge = bends.includes("ten_megabytes")
  const isTooLarge = bends.includes("too_large")
  const bytes = (isLarge || isTooLarge ? 10 * MEGABYTE : 0) + Number(isTooLarge)
  // JSON may end with any number of spaces.
  return answer(JSON.stringify(own).padEnd(bytes), "application/json")
}

function answer(text: string, type: string): Response {
  return new Response(text, { headers: { "content-type": type } })
}

/** The object at the end of names that are separated by dots. */
function at(from: Json, path: string): Json {
  return path.split(".").reduce((json, name) => json[name] as Json, from)
}

/** OpenAPI 3.0 has `nullable`, and neither the type null nor `const`. */
function asIn30(_: string, value: unknown): unknown {
  const {
    anyOf,
    const: one,
    ...json
  } = (value ?? {}) as {
    anyOf?: Json[]
    const?: unknown
  }
  if (Array.isArray(anyOf) && anyOf[1]?.type === "null") {
    return { ...json, ...anyOf[0], nullable: true }
  }
  return one === undefined ? value : { ...json, enum: [one] }
}
