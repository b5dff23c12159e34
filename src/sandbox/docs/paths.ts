import { json, object, operation, ref } from "./operation"

const ID = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
}

const PAGE = [
  {
    name: "page[number]",
    in: "query",
    schema: { type: "integer", minimum: 1, default: 1 },
  },
  {
    name: "page[items]",
    in: "query",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
  },
]

function one(type: string) {
  return object({ data: ref(type) })
}

function list(type: string) {
  return object({
    data: { type: "array", items: ref(type) },
    links: ref("Links"),
  })
}

const paymentResult = {
  post: {
    summary: "The payment has ended",
    parameters: [{ $ref: "#/components/parameters/Signature" }],
    requestBody: { required: true, ...json("", ref("Callback")) },
    responses: { "2XX": json("Heard", ref("CallbackAnswer")) },
  },
}

/** The endpoints of the API description. */
export const PATHS = {
  "/api/checkouts": {
    post: {
      ...operation({
        operationId: "createCheckout",
        summary: "Create a checkout",
        status: 201,
        body: "CheckoutRequest",
        answer: object({
          data: ref("Checkout"),
          payment_url: { type: "string", format: "uri" },
        }),
        errors: [400, 413, 422],
      }),
      callbacks: {
        paymentResult: {
          "{$request.body#/checkout/notify_url}": paymentResult,
        },
      },
    },
    get: operation({
      operationId: "listCheckouts",
      summary: "List checkouts, newest first (1 request per minute)",
      parameters: PAGE,
      answer: list("Checkout"),
      errors: [429],
    }),
  },
  "/api/checkouts/{id}": {
    get: operation({
      operationId: "readCheckout",
      summary: "Fetch a checkout (5 requests per minute)",
      parameters: [ID],
      answer: one("Checkout"),
      errors: [404, 429],
    }),
  },
  "/api/config": {
    get: operation({
      operationId: "readConfig",
      summary: "The merchant's amount bands (5 requests per hour)",
      answer: ref("Config"),
      errors: [429],
    }),
  },
  "/api/refunds": {
    post: operation({
      operationId: "createRefund",
      summary: "Ask for a refund (1 request per second)",
      body: "RefundInput",
      answer: one("RefundRequest"),
      errors: [400, 404, 413, 422, 429],
    }),
    get: operation({
      operationId: "listRefunds",
      summary: "List refund requests, in no order (1 request per minute)",
      parameters: PAGE,
      answer: list("RefundRequest"),
      errors: [429],
    }),
  },
  "/api/refunds/{id}": {
    get: operation({
      operationId: "readRefund",
      summary: "Fetch a refund request",
      parameters: [ID],
      answer: one("RefundRequest"),
      errors: [404],
    }),
  },
}
