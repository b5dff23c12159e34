const integer = { type: "integer", description: "Cents" }
const url = { type: "string", format: "uri" }
const text = { type: "string" }
const uuid = { type: "string", format: "uuid" }
const positive = { ...integer, minimum: 1 }

/** A resource of the service, with the statuses it can have. */
function resource(type: string, statuses: string[]) {
  return {
    type: "object",
    required: ["id", "type", "attributes"],
    properties: {
      id: uuid,
      type: { const: type },
      attributes: {
        type: "object",
        required: ["amount", "currency", "status", "created_at"],
        properties: {
          amount: integer,
          currency: { type: "string", examples: ["ZAR"] },
          status: { type: "string", enum: statuses },
          created_at: { type: "string", format: "date-time" },
        },
      },
    },
  }
}

/** What the service returns. */
const returned = {
  Checkout: resource("checkouts", [
    "received",
    "successful",
    "cancelled",
    "invalid_payload",
  ]),
  RefundRequest: resource("refund_requests", [
    "requested",
    "pending",
    "complete",
    "failed",
  ]),
  Config: {
    type: "object",
    required: ["rules"],
    properties: {
      rules: {
        type: "array",
        items: {
          type: "object",
          required: ["from_amount", "to_amount", "terms"],
          properties: {
            from_amount: integer,
            to_amount: integer,
            terms: { type: "array", items: { type: "integer" } },
          },
        },
      },
    },
  },
  Links: {
    type: "object",
    required: ["first", "last", "prev", "next"],
    properties: {
      first: url,
      last: url,
      prev: { type: ["string", "null"], format: "uri" },
      next: { type: ["string", "null"], format: "uri" },
    },
  },
  Errors: {
    type: "object",
    required: ["errors"],
    properties: {
      errors: {
        type: "array",
        items: { type: "object", properties: { detail: text } },
      },
    },
  },
}

/** What the merchant sends, and what it is sent. */
const sent = {
  CheckoutRequest: {
    type: "object",
    required: ["checkout"],
    properties: {
      checkout: {
        type: "object",
        required: ["amount", "currency", "customer"],
        properties: {
          amount: positive,
          currency: { type: "string", examples: ["ZAR"] },
          client_reference_id: text,
          notify_url: { ...url, description: "HTTPS; http on loopback only" },
          success_url: url,
          cancel_url: url,
          customer: { $ref: "#/components/schemas/Customer" },
          line_items: {
            type: "array",
            items: { $ref: "#/components/schemas/LineItem" },
          },
        },
      },
    },
  },
  Customer: {
    type: "object",
    required: ["email"],
    properties: {
      email: { type: "string", format: "email" },
      first_name: text,
      last_name: text,
      phone_number: text,
      billing_address: text,
    },
  },
  LineItem: {
    type: "object",
    required: ["name", "amount", "quantity"],
    properties: {
      name: text,
      amount: integer,
      quantity: { type: "integer", minimum: 1 },
    },
  },
  RefundInput: {
    type: "object",
    required: ["checkout_id", "amount"],
    properties: { checkout_id: uuid, amount: positive },
  },
  Callback: {
    type: "object",
    required: ["client_reference_id", "status"],
    properties: {
      client_reference_id: text,
      status: { type: "string", enum: ["successful", "cancelled"] },
      number_of_payments: { type: "integer" },
    },
  },
  CallbackAnswer: { type: "object", properties: { redirect_url: url } },
}

/** The schemas of the API description. */
export const SCHEMAS = { ...returned, ...sent }
