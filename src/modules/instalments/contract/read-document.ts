import { ENDPOINTS, type Endpoint } from "../limits/endpoints"
import { readCallback, readOperation } from "./read-operation"
import type { Body, Operation } from "./read-operation"
import {
  asList,
  asObject,
  LONGEST_PATH,
  own,
  ShapeReader,
  type Json,
} from "./read-shape"

/** The endpoints of the API; the document itself is none of them. */
export type ApiEndpoint = Exclude<Endpoint, "GET /docs/api/v2">

/** All of them, in the order of the API specification. */
export const API_ENDPOINTS = Object.keys(ENDPOINTS).filter(
  (endpoint): endpoint is ApiEndpoint => endpoint.includes(" /api/")
)

/** An OpenAPI document, as far as this plugin is concerned. */
export type ApiDocument = {
  /** Of OpenAPI, like `3.1.0`. */
  openapi: string
  operations: Map<ApiEndpoint, Operation>
  /** The other operations, like `GET /api/ping`. */
  others: string[]
  /** The body of the payment-result callback. */
  callback: Body | null
  /** Whether a part was not read because there was too much of it. */
  isCut: boolean
}

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"]
const MOST_OTHERS = 500

/**
 * Reads a parsed OpenAPI document (3.0 or 3.1), or says in a sentence why it is
 * none. Takes any JSON: what is missing or of another form is not said.
 *
 * @param basePath The path of the service's own base address, if it has one.
 */
export function readDocument(
  parsed: unknown,
  basePath = ""
): ApiDocument | { reason: string } {
  const root = asObject(parsed)
  const openapi = own(root, "openapi")
  if (!root || typeof openapi !== "string") {
    return {
      reason: own(root, "swagger")
        ? "It is a Swagger 2 document; OpenAPI 3.0 and 3.1 can be read."
        : "It is JSON, and no OpenAPI document.",
    }
  }
  if (!/^3(\.|$)/.test(openapi)) {
    return {
      reason: `It is OpenAPI ${openapi.slice(0, 20)}; 3.0 and 3.1 can be read.`,
    }
  }
  const reader = new ShapeReader(root)
  const { ours, others } = findOperations(reader, root, basePath)
  if (ours.size === 0 && others.length === 0) {
    return { reason: "It describes no operation." }
  }
  const operations = [...ours].map(([endpoint, { path, operation }]) => {
    return [endpoint, readOperation(reader, root, path, operation)] as const
  })
  const creation = ours.get("POST /api/checkouts")?.operation ?? null
  const callback = readCallback(reader, root, creation)
  return {
    openapi: openapi.slice(0, 20),
    operations: new Map(operations),
    others,
    callback,
    isCut: reader.isCut,
  }
}

/** An operation with what its path says for all of its operations. */
type Found = { path: Json; operation: Json }

function findOperations(reader: ShapeReader, root: Json, basePath: string) {
  const ours = new Map<ApiEndpoint, Found>()
  const others: string[] = []
  const shared = serverPaths(root)
  const paths = asObject(own(root, "paths")) ?? {}
  for (const [written, value] of Object.entries(paths)) {
    const path = reader.object(value)
    for (const method of METHODS) {
      const operation = reader.object(own(path, method))
      if (!path || !operation) {
        continue
      }
      const servers = [path, operation].flatMap(serverPaths)
      const names = ["", ...servers, ...shared].flatMap((server) =>
        namesOf(method, server + written, basePath)
      )
      const endpoint = API_ENDPOINTS.find((one) => names.includes(one))
      if (endpoint && !ours.has(endpoint)) {
        ours.set(endpoint, { path, operation })
      } else if (others.length < MOST_OTHERS) {
        others.push(`${method.toUpperCase()} ${written}`)
      }
    }
  }
  return { ours, others }
}

/** The paths below which an object's servers have the API. */
function serverPaths(object: Json): string[] {
  const urls = asList(own(object, "servers"))
    .slice(0, 10)
    .map((server) => own(asObject(server), "url"))
  const base = "http://service.invalid"
  return urls.flatMap((url) =>
    typeof url === "string" &&
    url.length <= LONGEST_PATH &&
    URL.canParse(url, base)
      ? [new URL(url, base).pathname.replace(/\/$/, "")]
      : []
  )
}

/** What an operation may be called in the API specification. */
function namesOf(method: string, path: string, basePath: string): string[] {
  const isBelow = basePath !== "" && path.startsWith(`${basePath}/`)
  return [path, ...(isBelow ? [path.slice(basePath.length)] : [])].map(
    (one) => {
      const plain = one.replace(/\{[^{}]*\}/g, ":id").replace(/\/$/, "")
      return `${method.toUpperCase()} ${plain}`
    }
  )
}
