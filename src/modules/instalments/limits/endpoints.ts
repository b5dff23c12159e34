/** The classes of requests, the most urgent first; see `Urgency`. */
export const URGENCIES = ["shopper", "on_demand", "background"] as const

/**
 * How urgent a request is: a shopper waits for it (`shopper`), a person in the
 * admin or an unverified callback caused it (`on_demand`), or a job makes it
 * (`background`). The processes of a store share one count for each.
 *
 * A row of the limits may still hold a class that another version of this code
 * names. Its requests count against the limit, and against no share.
 */
export type Urgency = (typeof URGENCIES)[number]

type Limit = {
  /** The service's rule: so many requests in any window of this length. */
  requests: number
  windowMs: number
  /**
   * How many of them are reserved for each class: no other class takes one.
   * The rest is open to every class; a more urgent class that waits goes first.
   * Null: there are too few to reserve any. Classes that wait take turns, and
   * the class that was served longest ago is next.
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
    shares: { shopper: 1, on_demand: 1, background: 2 },
  },
  "GET /api/checkouts/:id": {
    requests: 5,
    windowMs: MINUTE,
    shares: { shopper: 2, on_demand: 1, background: 1 },
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

/** How many requests of a window are reserved for no class. */
export function unshared({ requests, shares }: Limit): number {
  return URGENCIES.reduce((left, one) => left - (shares?.[one] ?? 0), requests)
}

/** The most that a class gets of one window, while no other class asks. */
export function mostOf(endpoint: Endpoint, urgency: Urgency): number {
  const limit = limitOf(endpoint)
  return (limit.shares?.[urgency] ?? 0) + unshared(limit)
}

/**
 * The longest pause, in milliseconds, that a 429 can cause: the longest window of
 * the API specification. A correct 429 never names more, because a window counts
 * nothing older than itself. An absurd one must not close the shop.
 */
export const LONGEST_PAUSE_MS = Math.max(
  ...Object.values(ENDPOINTS).map(({ windowMs }) => windowMs)
)
