import { z } from "@medusajs/framework/zod"
import { callbackBody } from "../callback/parse-callback"
import {
  checkoutEnvelope,
  checkoutList,
  configEnvelope,
  createdEnvelope,
  refundEnvelope,
  refundList,
} from "../client/schemas"
import { THERE } from "../refunds/state"
import type { ApiEndpoint } from "./read-document"
import { asObject, ShapeReader } from "./read-shape"
import type { Shape } from "./shape"

const READ: Record<ApiEndpoint, z.ZodType> = {
  "POST /api/checkouts": createdEnvelope,
  "GET /api/checkouts/:id": checkoutEnvelope,
  "GET /api/checkouts": checkoutList,
  "GET /api/config": configEnvelope,
  "POST /api/refunds": refundEnvelope,
  "GET /api/refunds/:id": refundEnvelope,
  "GET /api/refunds": refundList,
}

/** What an answer must have for the client to read it: its own schema's shape. */
export function answerWeRead(endpoint: ApiEndpoint): Shape {
  return shapeOf(READ[endpoint])
}

/** What a callback must have to be understood. */
export function callbackWeRead(): Shape {
  return shapeOf(callbackBody)
}

/** They never change, and are made when they are first needed. */
const shapes = new Map<z.ZodType, Shape>()

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema)
  if (known) {
    return known
  }
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  const shape = new ShapeReader(asObject(json) ?? {}).shape(json)
  shapes.set(schema, shape)
  return shape
}

/** Fields of the API specification that are not read, and so are not new. */
export const KNOWN_UNREAD = ["id", "type", "first", "last", "prev"]

/** A field that is read in whichever of these places it stands. */
export const PLACES: Partial<
  Record<ApiEndpoint, { name: string; paths: string[][] }>
> = {
  "POST /api/checkouts": places("payment_url"),
  "GET /api/config": places("rules"),
}

function places(name: string) {
  return {
    name,
    paths: [[name], ["data", name], ["data", "attributes", name]],
  }
}

/** The words of a status, of which some are needed, and what becomes of others. */
export type Statuses = { known: readonly string[]; needed: string[] }

const CHECKOUT: Statuses = {
  known: ["received", "successful", "cancelled", "invalid_payload"],
  needed: ["successful"],
}
const REFUND: Statuses = { known: THERE, needed: ["complete", "failed"] }

/** The statuses that an endpoint's answers may have. */
export function statusesOf(endpoint: ApiEndpoint): Statuses | null {
  if (endpoint === "GET /api/config") {
    return null
  }
  return endpoint.includes("refunds") ? REFUND : CHECKOUT
}

/** The statuses of a callback. */
export const CALLBACK_STATUSES: Statuses = {
  known: ["successful", "cancelled"],
  needed: ["successful"],
}
