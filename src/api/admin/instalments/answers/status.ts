import type { Moment, RefundStatus } from "./words"

/** One check of the set-up page. */
export type Check = {
  name:
    | "environment"
    | "credentials"
    | "keys"
    | "region"
    | "callback-address"
    | "callbacks"
    | "locking"
    | "jobs"
    | "backlog"
    | "config"
    | "clock"
  /** `unknown`: it cannot be determined from here, or not yet. */
  state: "ok" | "warning" | "error" | "unknown"
  title: string
  /** What was found and, if it is not ok, what to do. */
  text: string
}

/** A rate limit of the service, and when it allows the next request. */
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

/** The health of the store's set-up, as far as the store can tell. */
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
    /** The last call that gave an answer. */
    at: Moment | null
    text: string | null
  }
  config: {
    bands: Band[]
    fetched_at: Moment | null
    age_seconds: number | null
    /** The bands before their last change; null while they never changed. */
    former_bands: Band[] | null
    /** When a reading first showed that change. */
    changed_at: Moment | null
  }
  budgets: Budget[]
  backlog: {
    /** Open checkouts that are not paid. */
    pending: number
    /** Of those, how many are due for a check. */
    due: number
    oldest_due_at: Moment | null
    /** Paid and not settled yet. */
    settling: number
    /** Refund requests that have not ended, by status. */
    refunds: Partial<Record<RefundStatus, number>>
  }
  last_callback: {
    /** Duplicates too, of those that are kept. */
    verified: { count: number; last_at: Moment | null }
    unverified: {
      count: number
      last_at: Moment | null
      last_reason: string | null
    }
    /** Verified callbacks that are held. */
    held: number
  }
  /** The service's lists that are being read. */
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
    /** Whether a killed process's locks end by themselves. */
    expires: boolean
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
