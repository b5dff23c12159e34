import type { Limit } from "./sliding-window"

/** The seven endpoints of the API, as the journal counts them. */
export type Endpoint =
  | "POST /api/checkouts"
  | "GET /api/checkouts"
  | "GET /api/checkouts/:id"
  | "GET /api/config"
  | "POST /api/refunds"
  | "GET /api/refunds"
  | "GET /api/refunds/:id"

/** The limits of the specification; two endpoints have none. */
export const LIMITS: Partial<Record<Endpoint, Limit>> = {
  "GET /api/config": { limit: 5, windowMs: 3_600_000 },
  "GET /api/checkouts/:id": { limit: 5, windowMs: 60_000 },
  "GET /api/checkouts": { limit: 1, windowMs: 60_000 },
  "POST /api/refunds": { limit: 1, windowMs: 1000 },
  "GET /api/refunds": { limit: 1, windowMs: 60_000 },
}

/** Which endpoint a request is for; undefined when the API has no such one. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const form = path.replace(
    /^\/api\/(checkouts|refunds)\/[^/]+$/,
    "/api/$1/:id"
  )
  return ENDPOINTS.find((endpoint) => endpoint === `${method} ${form}`)
}

const ENDPOINTS: Endpoint[] = [
  "POST /api/checkouts",
  "GET /api/checkouts",
  "GET /api/checkouts/:id",
  "GET /api/config",
  "POST /api/refunds",
  "GET /api/refunds",
  "GET /api/refunds/:id",
]
