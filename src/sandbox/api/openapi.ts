import { z } from "zod"
import {
  defaultSettings,
  type FieldPosition,
  type SandboxSettings,
} from "../state/settings"
import * as schemas from "./schemas"

type Json = Record<string, unknown>

const SCHEMAS = {
  Checkout: schemas.checkoutResource,
  RefundRequest: schemas.refundResource,
  Config: schemas.config,
  Links: schemas.links,
  Errors: schemas.errors,
  CheckoutRequest: schemas.checkoutInput(defaultSettings()),
  RefundInput: schemas.refundInput,
  Callback: schemas.callback,
  CallbackAnswer: schemas.callbackAnswer,
}

/**
 * The OpenAPI 3.1 document of the API, as seen from an origin. Where the
 * specification leaves a place open, it says what the settings do.
 */
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
      parameters: { Signature: SIGNATURE },
      schemas: Object.fromEntries(
        Object.entries({
          ...SCHEMAS,
          CheckoutRequest: schemas.checkoutInput(settings),
        }).map(([name, one]) => [name, jsonSchema(one)])
      ),
    },
  }
}

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

const SIGNATURE = {
  name: "X-Signature",
  in: "header",
  description:
    "HMAC-SHA512 over the compact JSON body, standard Base64. " +
    "Required once a signed request was accepted.",
  schema: { type: "string" },
}

const ID = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
}

const PAGE = [
  { name: "page[number]", schema: { minimum: 1, default: 1 } },
  { name: "page[items]", schema: { minimum: 1, maximum: 100, default: 10 } },
].map(({ name, schema }) => ({
  name,
  in: "query",
  schema: { type: "integer", ...schema },
}))

const ERRORS: Record<number, string> = {
  400: "The signature does not match, or the body is no JSON.",
  401: "Bad Bearer token.",
  404: "No such resource.",
  413: "The body is too large.",
  422: "A rule forbids it; the detail says which.",
  429: "A rate limit is exceeded; the detail says for how long.",
}

const paths = (settings: SandboxSettings) => ({
  "/api/checkouts": {
    post: {
      ...operation("createCheckout", "Create a checkout", {
        status: 201,
        body: "CheckoutRequest",
        answer: created(settings.paymentUrlPosition),
        errors: [400, 413, 422],
      }),
      callbacks: {
        paymentResult: {
          "{$request.body#/checkout/notify_url}": {
            post: {
              summary: "The payment has ended",
              parameters: [{ $ref: "#/components/parameters/Signature" }],
              requestBody: { required: true, ...json("", ref("Callback")) },
              responses: { "2XX": json("Heard", ref("CallbackAnswer")) },
            },
          },
        },
      },
    },
    get: operation(
      "listCheckouts",
      "List checkouts, newest first (1 request per minute)",
      { parameters: PAGE, answer: list("Checkout"), errors: [429] }
    ),
  },
  "/api/checkouts/{id}": {
    get: operation("readCheckout", "Fetch a checkout (5 requests per minute)", {
      parameters: [ID],
      answer: object({ data: ref("Checkout") }),
      errors: [404, 429],
    }),
  },
  "/api/config": {
    get: operation(
      "readConfig",
      "The merchant's amount bands (5 requests per hour)",
      { answer: configOf(settings.rulesPosition), errors: [429] }
    ),
  },
  "/api/refunds": {
    post: operation("createRefund", "Ask for a refund (1 request per second)", {
      body: "RefundInput",
      answer: object({ data: ref("RefundRequest") }),
      errors: [400, 404, 413, 422, 429],
    }),
    get: operation(
      "listRefunds",
      "List refund requests, in no order (1 request per minute)",
      { parameters: PAGE, answer: list("RefundRequest"), errors: [429] }
    ),
  },
  "/api/refunds/{id}": {
    get: operation("readRefund", "Fetch a refund request", {
      parameters: [ID],
      answer: object({ data: ref("RefundRequest") }),
      errors: [404],
    }),
  },
})

/** A created checkout, with `payment_url` where the settings want it. */
function created(position: FieldPosition): Json {
  const url = { type: "string", format: "uri" }
  const place = object({ payment_url: url })
  const within = {
    top: {},
    data: place,
    attributes: object({ attributes: place }),
  }[position]
  const data = { allOf: [ref("Checkout"), within] }
  return position === "top"
    ? object({ data: ref("Checkout"), payment_url: url })
    : object({ data })
}

/** The merchant config, with `rules` where the settings want them. */
function configOf(position: FieldPosition): Json {
  const within = {
    top: ref("Config"),
    data: object({ data: ref("Config") }),
    attributes: object({ data: object({ attributes: ref("Config") }) }),
  }
  return within[position]
}

/** One operation of the API: its good answer and its errors. */
function operation(
  operationId: string,
  summary: string,
  input: {
    status?: number
    answer: Json
    body?: keyof typeof SCHEMAS
    parameters?: Json[]
    errors: number[]
  }
) {
  const { body, parameters = [] } = input
  const signature = { $ref: "#/components/parameters/Signature" }
  const errors = [401, ...input.errors].map((status) => [
    status,
    json(ERRORS[status] ?? "", ref("Errors")),
  ])
  return {
    operationId,
    summary,
    parameters: body ? [...parameters, signature] : parameters,
    ...(body && { requestBody: { required: true, ...json("", ref(body)) } }),
    responses: {
      [input.status ?? 200]: json("Good", input.answer),
      ...Object.fromEntries(errors),
    },
  }
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
