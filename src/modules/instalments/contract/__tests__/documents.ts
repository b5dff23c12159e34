import { openApi } from "../../../../sandbox/api/openapi"

/** A parsed document, to be changed by a test. */
export type Json = Record<string, any>

/** What stands in the bodies that are sent. */
export const sender = {
  baseUrl: "https://pay.example",
  backendUrl: "https://api.shop.example",
  currency: "ZAR",
  storefront: {
    successUrl: "https://shop.example/{country_code}/paid?cart={cart_id}",
    cancelUrl: "https://shop.example/cart",
    orderUrl: "https://shop.example/order/{order_id}",
    origins: [],
  },
}

/** The sandbox's document, as its own object. */
export function sandboxDocument(): Json {
  return structuredClone(openApi("https://pay.example"))
}

const checkout = {
  type: "object",
  properties: {
    id: { type: "string" },
    type: { type: "string" },
    attributes: {
      type: "object",
      properties: {
        amount: { type: "integer" },
        currency: { type: "string" },
        status: { type: "string" },
        created_at: { type: "string" },
      },
    },
  },
}

/** One answer with this schema. */
export function answers(schema: unknown, status = "200"): Json {
  const content = { "application/json": { schema } }
  return { responses: { [status]: { description: "", content } } }
}

/**
 * A document by hand, of the seven operations and no more than they need: an
 * OpenAPI 3.0 without references or required fields.
 */
export function plainDocument(changes: Record<string, Json> = {}): Json {
  const one = { type: "object", properties: { data: checkout } }
  const many = {
    type: "object",
    properties: {
      data: { type: "array", items: checkout },
      links: {
        type: "object",
        properties: { next: { type: "string", nullable: true } },
      },
    },
  }
  const created = {
    ...one,
    properties: { ...one.properties, payment_url: { type: "string" } },
  }
  const rules = { type: "array", items: { type: "object" } }
  const config = { type: "object", properties: { rules } }
  return {
    openapi: "3.0.3",
    paths: {
      "/api/checkouts": { post: answers(created, "201"), get: answers(many) },
      "/api/checkouts/{id}": { get: answers(one) },
      "/api/config": { get: answers(config) },
      "/api/refunds": { post: answers(one), get: answers(many) },
      "/api/refunds/{refund_id}": { get: answers(one) },
      ...changes,
    },
  }
}
