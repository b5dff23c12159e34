/** The classes of askers, the most urgent first; see `Urgency`. */
export const URGENCIES = ["shopper", "hint", "background"] as const

/**
 * Who asks: a shopper who waits, a hint or a person in the admin, or a job. The
 * processes of a store share one count for each.
 */
export type Urgency = (typeof URGENCIES)[number]

type Limit = {
  /** The service's rule: so many requests in any window of this length. */
  requests: number
  windowMs: number
  /**
   * How many of them each class has for itself: no other class ever takes one.
   * What is left over is for whoever comes, for a more urgent class first when
   * it waits. Null: there are too few to share out, so classes that wait take
   * turns, and the one that was served longest ago is next.
   */
  shares: Record<Urgency, number> | null
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** No limit is documented; only a 429's pause is kept. */
const OPEN = { requests: Infinity, windowMs: MINUTE, shares: null }
const ONE_A_MINUTE = { requests: 1, windowMs: MINUTE, shares: null }

/** The rate limits of the API specification (Limits), by endpoint. */
export const ENDPOINTS = {
  "GET /api/config": {
    requests: 5,
    windowMs: 60 * MINUTE,
    shares: { shopper: 1, hint: 1, background: 2 },
  },
  "GET /api/checkouts/:id": {
    requests: 5,
    windowMs: MINUTE,
    shares: { shopper: 2, hint: 1, background: 1 },
  },
  "GET /api/checkouts": ONE_A_MINUTE,
  "POST /api/checkouts": OPEN,
  "POST /api/refunds": { requests: 1, windowMs: SECOND, shares: null },
  "GET /api/refunds/:id": OPEN,
  "GET /api/refunds": ONE_A_MINUTE,
} satisfies Record<string, Limit>

/** An endpoint of the service, by method and path. */
export type Endpoint = keyof typeof ENDPOINTS

/** The limit of an endpoint, with its shares. */
export function limitOf(endpoint: Endpoint): Limit {
  return ENDPOINTS[endpoint]
}

/** How many requests of a window no class has for itself. */
export function unshared({ requests, shares }: Limit): number {
  return URGENCIES.reduce((left, one) => left - (shares?.[one] ?? 0), requests)
}

/** The most that a class gets of one window, while no other class asks. */
export function mostOf(endpoint: Endpoint, urgency: Urgency): number {
  const limit = limitOf(endpoint)
  return (limit.shares?.[urgency] ?? 0) + unshared(limit)
}

/**
 * No 429 is believed for longer, in milliseconds: the longest window that the
 * API specification has. A window forgets what is older than itself, so an
 * honest hint never names more, and an absurd one must not close the shop.
 */
export const LONGEST_PAUSE_MS = Math.max(
  ...Object.values(ENDPOINTS).map(({ windowMs }) => windowMs)
)
