/**
 * What the admin routes under `/admin/instalments` answer, for whoever calls
 * them. It imports nothing, so that a browser's bundle may import it.
 *
 * Amounts are integer cents. Moments are ISO 8601 texts in UTC. `reference` is
 * the ledger's id of a checkout (the service's `client_reference_id`), while
 * `checkout_id` and `refund_request_id` are the service's own ids.
 */

/** A moment as ISO 8601 text in UTC. */
export type Moment = string

/** A calendar day in the merchant's time zone, `2026-11-21`. */
export type Day = string

/** How a checkout has ended for the store; `open` has not ended. */
export type Outcome = "open" | "placed" | "returned" | "held" | "closed"

/** From a refund being asked for to its end. */
export type RefundStatus =
  | "scheduled"
  | "sending"
  | "in_doubt"
  | "requested"
  | "pending"
  | "complete"
  | "failed"
  | "refused"

/** A `POST` that applies to a row now: `path` takes it, with an empty body. */
export type Action = {
  name: "check" | "settle" | "refund" | "retry" | "refresh" | "resolve"
  /** A button's words, like `Place the order`. */
  label: string
  /** Relative to the backend, like `/admin/instalments/checkouts/x/settle`. */
  path: string
}

/** A checkout of the ledger. */
export type Checkout = {
  /** The reference. */
  id: string
  /** The service's id; null while the creation has not been answered. */
  checkout_id: string | null
  /** The service's word, also one this plugin does not know; null before. */
  status: string | null
  outcome: Outcome
  /** Why it is held or was returned, in a sentence. */
  held_reason: string | null
  amount: number
  currency: string
  number_of_payments: number | null
  payment_session_id: string
  cart_id: string
  order_id: string | null
  /** When the shopper chose instalments. */
  created_at: Moment
  /** When the payment was learnt. */
  paid_at: Moment | null
  /** When the outcome became what it is; null while it is open. */
  outcome_at: Moment | null
  /** When the service was last asked about it. */
  asked_at: Moment | null
  /** When background work looks at it again by itself. */
  next_look_at: Moment | null
  /** What went wrong last. */
  last_error: string | null
  /** What can be done with it now. */
  actions: Action[]
}

/** `GET /admin/instalments/checkouts` */
export type CheckoutList = {
  checkouts: Checkout[]
  count: number
  offset: number
  limit: number
}

/** A verified callback of one checkout. */
export type CheckoutCallback = {
  id: string
  status: string | null
  number_of_payments: number | null
  /** Why it was kept and changed nothing; null for an ordinary one. */
  held_reason: string | null
  /** How often these very bytes came. */
  deliveries: number
  received_at: Moment
  last_received_at: Moment
}

/** One entry of what happened to a checkout, oldest first. */
export type TimelineEntry = {
  at: Moment
  kind:
    | "created"
    | "creation_failed"
    | "callback"
    | "asked"
    | "paid"
    | "cancelled"
    | "placed"
    | "returned"
    | "held"
    | "closed"
    | "refund_asked"
    | "refund_sent"
    | "refund_complete"
    | "refund_failed"
  /** A sentence for the merchant. */
  text: string
  /** When what this entry waits for happens next, without anybody's doing. */
  next_at?: Moment
}

/** `GET /admin/instalments/checkouts/:id` */
export type CheckoutDetail = Checkout & {
  refund_requests: RefundRequest[]
  callbacks: CheckoutCallback[]
  timeline: TimelineEntry[]
  /** What needs a person, of this checkout and its refunds; open items only. */
  attention: AttentionItem[]
}

/**
 * `GET /admin/instalments/checkouts/:id`, and what `POST …/:id/check`,
 * `/settle` and `/refund` answer when they are done.
 */
export type CheckoutAnswer = { checkout: CheckoutDetail }

/** A refund request of the ledger. */
export type RefundRequest = {
  id: string
  /** The ledger's checkout. */
  reference: string
  checkout_id: string
  /** The service's id; null until it has accepted the refund request. */
  refund_request_id: string | null
  amount: number
  currency: string
  status: RefundStatus
  /** The service's own word, also one this plugin does not know. */
  service_status: string | null
  /** Who asked: a person in the admin, Medusa itself, or settling. */
  reason: "merchant" | "system" | "unplaced"
  payment_id: string | null
  /** Medusa's refund. */
  refund_id: string | null
  /** The order of the checkout. */
  order_id: string | null
  created_at: Moment
  send_after: Moment
  sent_at: Moment | null
  finished_at: Moment | null
  /** When background work looks at it again by itself. */
  next_look_at: Moment | null
  last_error: string | null
  /** Why it waits for a person. */
  held_reason: string | null
  /** When Medusa's books were put back after it had failed. */
  undone_at: Moment | null
  actions: Action[]
}

/** `GET /admin/instalments/refund-requests` */
export type RefundRequestList = {
  refund_requests: RefundRequest[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/instalments/refund-requests/:id/retry` */
export type RefundRequestAnswer = { refund_request: RefundRequest }

/** One thing that needs a person; one cause is one item. */
export type AttentionItem = {
  /** Names the cause, like `held-payment:inst_1`; fit for a path segment. */
  key: string
  kind:
    | "held-payment"
    | "failed-refund"
    | "refund-in-doubt"
    | "held-refund"
    | "unverified-callbacks"
    | "held-callback"
    | "reconcile-behind"
    | "config-old"
    | "credentials-refused"
  title: string
  /** What is wrong and what a person does next, in a sentence or two. */
  text: string
  opened_at: Moment
  reference: string | null
  /** The ledger's id of the refund request. */
  refund_request: string | null
  order_id: string | null
  cart_id: string | null
  /** In cents, where money waits for a person. */
  amount: number | null
  currency: string | null
  /** How often it has happened since it was last resolved. */
  count: number
  actions: Action[]
  /** True when `resolve` is refused without a `note` of what was done. */
  note_needed: boolean
  resolution: Resolution | null
}

/** Who resolved an attention item, when, and how. */
export type Resolution = {
  /** The user's id, or the API key's. */
  resolved_by: string
  /** An e-mail address where the actor is a user. */
  resolved_by_email: string | null
  resolved_at: Moment
  /** What was done: the name of an action, `resolve` when marked by hand. */
  action: Action["name"]
  note: string | null
}

/** An item that was resolved; its cause may be long gone. */
export type ResolvedItem = Pick<
  AttentionItem,
  "key" | "kind" | "title" | "opened_at" | "reference"
> & { resolution: Resolution }

/**
 * `GET /admin/instalments/attention`: what is open, the newest first, and what
 * was resolved last (at most 100).
 */
export type AttentionAnswer = {
  attention: AttentionItem[]
  count: number
  resolved: ResolvedItem[]
}

/** `POST /admin/instalments/attention/:key/resolve` with `{ note? }` */
export type ResolveAnswer = { attention: AttentionItem }

/** One thing that the set-up page may claim. */
export type Check = {
  name:
    | "environment"
    | "credentials"
    | "region"
    | "callback-address"
    | "callbacks"
    | "locking"
    | "jobs"
    | "config"
    | "clock"
  /** `unknown` is what cannot be seen from here, yet. */
  state: "ok" | "warning" | "error" | "unknown"
  title: string
  /** What was seen and, if it is not ok, what to do. */
  text: string
}

/** A rate limit of the service's and when it lets the next request go. */
export type Budget = {
  /** Method and path, like `GET /api/checkouts/:id`. */
  endpoint: string
  /** So many requests in the window; null when none is documented. */
  requests: number | null
  window_seconds: number | null
  /** Requests in the current window, over all processes. */
  used: number
  /** For a person's request (check now, refresh); `now` or earlier: at once. */
  next_at: Moment
  wait_seconds: number
}

/** An amount band of the merchant config, in cents, both ends included. */
export type Band = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/** `GET /admin/instalments/status` */
export type StatusAnswer = { status: Status }

/** The health of the store's set-up, as far as it can be seen from here. */
export type Status = {
  environment: "sandbox" | "production"
  /** The plugin's now: it differs from the real one by `clock_offset_ms`. */
  now: Moment
  /** The worst of `checks`, `unknown` aside. */
  state: "ok" | "warning" | "error"
  checks: Check[]
  /** Options that may be shown. No secret is among them. */
  options: {
    base_url: string
    notify_url: string
    success_url: string
    cancel_url: string
    order_url: string
    currency: string
    time_zone: string
    refund_approval: "automatic" | "manual"
    refund_same_day: "schedule" | "reject"
    unplaced_payments: "refund" | "hold"
    presentation: "redirect" | "iframe"
    callback_algorithm: string
    callback_encoding: string
    /** Whether callbacks are signed with another key than requests. */
    callback_has_own_key: boolean
    clock_offset_ms: number
  }
  credentials: {
    state: "accepted" | "refused" | "unknown"
    /** The last call that told. */
    at: Moment | null
    text: string | null
  }
  config: {
    bands: Band[]
    fetched_at: Moment | null
    age_seconds: number | null
  }
  budgets: Budget[]
  backlog: {
    /** Open checkouts that are not paid. */
    pending: number
    /** Of those, how many are due for a question to the service. */
    due: number
    oldest_due_at: Moment | null
    /** Paid and not settled yet. */
    settling: number
    /** Refund requests that have not ended, by status. */
    refunds: Partial<Record<RefundStatus, number>>
  }
  last_callback: {
    verified: { count: number; last_at: Moment | null }
    unverified: {
      count: number
      last_at: Moment | null
      last_reason: string | null
    }
    /** Verified callbacks that are held. */
    held: number
  }
  /** Readings of the service's lists that are under way. */
  sweeps: { list: string; page: number; begun_at: Moment; back_to: Moment }[]
  /** When the reconcile job last ended. */
  last_sweep: Moment | null
  jobs: {
    name: string
    schedule: string
    last_run_at: Moment | null
    last_ended_at: Moment | null
    last_error: string | null
  }[]
  locking: {
    /** Like `in-memory`, `locking-redis`. */
    provider: string
    /** Whether it holds over several processes. */
    shared: boolean
  }
  regions: {
    id: string
    name: string
    currency_code: string
    /** Whether shoppers of the region can choose instalments. */
    enabled: boolean
  }[]
  clock: {
    /** The service's clock minus ours; null until an answer has told. */
    difference_seconds: number | null
    at: Moment | null
  }
}

/** `POST /admin/instalments/config/refresh` */
export type ConfigAnswer = { config: Status["config"] }

/** `POST /admin/instalments/reconcile`: what is left to do after the run. */
export type ReconcileAnswer = Pick<Status, "backlog">

/** A number of checkouts and their sum in cents. */
export type Figure = { count: number; amount: number }

/** `GET /admin/instalments/overview?from=&to=`, both days included. */
export type OverviewAnswer = { overview: Overview }

/** What a shop owner looks at, over a period. */
export type Overview = {
  from: Day
  to: Day
  time_zone: string
  currency: string
  /** Every day of the period, also those on which nothing happened. */
  days: {
    day: Day
    /** By the day the payment was learnt. `open` is not settled yet. */
    placed: Figure
    returned: Figure
    held: Figure
    open: Figure
    /** By the day the checkout was created. */
    cancelled: number
    abandoned: number
  }[]
  /** The paid checkouts of the period by term; null where it is not known. */
  terms: { number_of_payments: number | null; count: number; amount: number }[]
  /** Now, whatever the period: the oldest first, at most 200. */
  refunds_outstanding: {
    id: string
    reference: string
    order_id: string | null
    amount: number
    currency: string
    status: RefundStatus
    created_at: Moment
    age_seconds: number
  }[]
  refunds_outstanding_total: Figure
  /** From the callback's arrival to the placed order, by callback alone. */
  callback_to_order: {
    count: number
    median_seconds: number | null
    p90_seconds: number | null
  }
}

/**
 * What is answered instead: 400, 404, 409 (it does not apply; `message` says
 * why and what to do) and 429 (the service's limit says later).
 */
export type Refusal = {
  type: string
  message: string
  /** With 429, and the same in the header `Retry-After`. */
  retry_after?: number
  /** With 429: when it can be done. */
  retry_at?: Moment
}
