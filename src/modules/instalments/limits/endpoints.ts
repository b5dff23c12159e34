/** Who asks: a shopper who waits goes before a hint and background work. */
export type Urgency = "shopper" | "hint" | "background"

type Limit = {
  /** The service's rule: so many requests in any window of this length. */
  requests: number
  windowMs: number
  /**
   * How far each kind of asker may fill the window: with its own requests, and
   * with everybody's together.
   */
  room: Record<Urgency, { own: number; total: number }>
}

const MINUTE = 60_000
const all = (requests: number, windowMs: number): Limit => {
  const room = { own: requests, total: requests }
  return {
    requests,
    windowMs,
    room: { shopper: room, hint: room, background: room },
  }
}
/** No limit is documented; only a 429's pause is kept. */
const open = all(Infinity, MINUTE)

/** The rate limits of the API specification (Limits), by endpoint. */
export const ENDPOINTS = {
  "GET /api/config": all(5, 60 * MINUTE),
  "GET /api/checkouts/:id": {
    requests: 5,
    windowMs: MINUTE,
    room: {
      shopper: { own: 5, total: 5 },
      hint: { own: 2, total: 4 },
      background: { own: 4, total: 4 },
    },
  },
  "GET /api/checkouts": all(1, MINUTE),
  "POST /api/checkouts": open,
  "POST /api/refunds": all(1, 1_000),
  "GET /api/refunds/:id": open,
  "GET /api/refunds": all(1, MINUTE),
} satisfies Record<string, Limit>

/** An endpoint of the service, by method and path. */
export type Endpoint = keyof typeof ENDPOINTS
