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
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema: one }) => {
      // What JavaScript can count to is no rule of the service.
      if (one.maximum === Number.MAX_SAFE_INTEGER) {
        delete one.maximum
      }
      if (one.minimum === Number.MIN_SAFE_INTEGER) {
        delete one.minimum
      }
    },
  })
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
const BY_ID = [{ name: "id", in: "path", required: true, schema: ID }]
const SIGNATURE = {
  name: "X-Signature",
  in: "header",
  description:
    "HMAC-SHA512 over the compact JSON body, standard Base64. " +
    "Required once a signed request was accepted.",
  schema: TEXT,
}

const paths = ({ paymentUrlPosition, rulesPosition }: SandboxSettings) => ({
  "/api/checkouts": {
    post: operation("Create a checkout", [400, 413, 422], {
      201: placed(paymentUrlPosition, ref("Checkout"), {
        payment_url: URL_TEXT,
      }),
      body: "CheckoutRequest",
    }),
    get: operation(
      "List checkouts, newest first (1 request per minute)",
      [429],
      {
        200: list("Checkout"),
        parameters: PAGE,
      }
    ),
  },
  "/api/checkouts/{id}": {
    get: operation("Fetch a checkout (5 requests per minute)", [404, 429], {
      200: object({ data: ref("Checkout") }),
      parameters: BY_ID,
    }),
  },
  "/api/config": {
    get: operation("The merchant's amount bands (5 requests per hour)", [429], {
      200:
        rulesPosition === "top"
          ? object({ rules: ref("Rules") })
          : placed(rulesPosition, {}, { rules: ref("Rules") }),
    }),
  },
  "/api/refunds": {
    post: operation(
      "Ask for a refund (1 request per second)",
      [400, 404, 413, 422, 429],
      { 200: object({ data: ref("RefundRequest") }), body: "RefundInput" }
    ),
    get: operation(
      "List refund requests, in no order (1 request per minute)",
      [429],
      { 200: list("RefundRequest"), parameters: PAGE }
    ),
  },
  "/api/refunds/{id}": {
    get: operation("Fetch a refund request", [404], {
      200: object({ data: ref("RefundRequest") }),
      parameters: BY_ID,
    }),
  },
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

/** One operation of the API: its good answer by its status, and its errors. */
function operation(
  summary: string,
  errors: number[],
  { body, parameters = [], ...answers }: Operation
) {
  const good = Object.entries(answers).map(([status, answer]) => [
    status,
    json("Good", answer),
  ])
  const bad = [401, ...errors].map((status) => [
    status,
    json("Refused", ref("Errors")),
  ])
  return {
    summary,
    parameters: body ? [...parameters, SIGNATURE] : parameters,
    ...(body && { requestBody: { required: true, ...json("", ref(body)) } }),
    responses: Object.fromEntries([...good, ...bad]) as Json,
  }
}

type Operation = {
  200?: Json
  201?: Json
  body?: keyof typeof SCHEMAS
  parameters?: Json[]
}

function ref(name: keyof typeof SCHEMAS): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function object(properties: Json): Json {
  return { type: "object", required: Object.keys(properties), properties }
}

function list(type: keyof typeof SCHEMAS): Json {
  const data = { type: "array", items: ref(type) }
  return object({ data, links: ref("Links") })
}

function json(description: string, schema: Json) {
  return { description, content: { "application/json": { schema } } }
}
