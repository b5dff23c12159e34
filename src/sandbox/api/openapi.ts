import { z } from "@medusajs/framework/zod"
import {
  defaultSettings,
  type FieldPosition,
  type SandboxSettings,
} from "../settings"
import * as schemas from "./schemas"

type Json = Record<string, unknown>

const TEXT = { type: "string" }
const CENTS = { type: "integer", description: "Cents" }
const ID = { type: "string", format: "uuid" }
const URL_TEXT = { type: "string", format: "uri" }
const URL_OR_NULL = { anyOf: [URL_TEXT, { type: "null" }] }

/** The OpenAPI 3.1 document of the API; places that are left open are as set. */
export function openApi(
  origin: string,
  settings: SandboxSettings = defaultSettings()
): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Hosted instalment checkout service (sandbox)",
      version: "2",
      description: "Amounts are integer cents. No real money moves here.",
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths: paths(settings),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: SCHEMAS,
    },
  }
}

const SCHEMAS = {
  Checkout: resource("checkouts", [
    ...["received", "successful", "cancelled", "invalid_payload"],
  ]),
  RefundRequest: resource("refund_requests", [
    ...["requested", "pending", "complete", "failed"],
  ]),
  Rules: {
    type: "array",
    items: object({
      from_amount: CENTS,
      to_amount: CENTS,
      terms: { type: "array", items: { type: "integer" } },
    }),
  },
  Links: object({
    first: URL_TEXT,
    last: URL_TEXT,
    prev: URL_OR_NULL,
    next: URL_OR_NULL,
  }),
  Errors: object({
    errors: { type: "array", items: object({ detail: TEXT }) },
  }),
  CheckoutRequest: jsonSchema(schemas.checkoutInput),
  RefundInput: jsonSchema(schemas.refundInput),
}

function resource(type: string, statuses: string[]): Json {
  const attributes = object({
    amount: CENTS,
    currency: TEXT,
    status: { type: "string", enum: statuses },
    created_at: { type: "string", format: "date-time" },
  })
  return object({ id: ID, type: { const: type }, attributes })
}

/** The requests are described by what reads them. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" })
  return json
}

const PAGE = [
  { name: "page[number]", schema: { minimum: 1, default: 1 } },
  { name: "page[items]", schema: { minimum: 1, maximum: 100, default: 10 } },
].map(({ name, schema }) => ({
  name,
  in: "query",
  schema: { type: "integer", ...schema },
}))
const ID_IN = [{ name: "id", in: "path", required: true, schema: ID }]
const SIGNATURE = {
  ...{ name: "X-Signature", in: "header", schema: TEXT },
  description: "Required once a signed request was accepted.",
}

const paths = ({ paymentUrlPosition, rulesPosition }: SandboxSettings) => ({
  "/api/checkouts": {
    post: post(
      "Create a checkout",
      "CheckoutRequest",
      201,
      placed(paymentUrlPosition, ref("Checkout"), { payment_url: URL_TEXT })
    ),
    get: get("List checkouts, newest first", list("Checkout"), PAGE),
  },
  "/api/checkouts/{id}": {
    get: get("Fetch a checkout", one("Checkout"), ID_IN),
  },
  "/api/config": {
    get: get(
      "The merchant's amount bands",
      rulesPosition === "top"
        ? object({ rules: ref("Rules") })
        : placed(rulesPosition, {}, { rules: ref("Rules") })
    ),
  },
  "/api/refunds": {
    post: post("Ask for a refund", "RefundInput", 200, one("RefundRequest")),
    get: get("List refund requests", list("RefundRequest"), PAGE),
  },
  "/api/refunds/{id}": {
    get: get("Fetch a refund request", one("RefundRequest"), ID_IN),
  },
})

type Name = keyof typeof SCHEMAS

const get = (summary: string, answer: Json, parameters: Json[] = []) => ({
  summary,
  parameters,
  responses: responses(200, answer),
})

const post = (summary: string, body: Name, status: number, answer: Json) => ({
  summary,
  parameters: [SIGNATURE],
  requestBody: { required: true, ...json("", ref(body)) },
  responses: responses(status, answer),
})

const responses = (status: number, answer: Json): Json => ({
  [status]: json("Good", answer),
  default: json("Refused", ref("Errors")),
})

/** A resource with a field at the place where the settings want it. */
function placed(position: FieldPosition, resource: Json, field: Json): Json {
  const within = object(
    position === "attributes" ? { attributes: object(field) } : field
  )
  return position === "top"
    ? object({ data: resource, ...field })
    : object({ data: { allOf: [resource, within] } })
}

function ref(name: Name): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function object(properties: Json): Json {
  return { type: "object", required: Object.keys(properties), properties }
}

function one(type: Name): Json {
  return object({ data: ref(type) })
}

function list(type: Name): Json {
  const data = { type: "array", items: ref(type) }
  return object({ data, links: ref("Links") })
}

function json(description: string, schema: Json) {
  return { description, content: { "application/json": { schema } } }
}
