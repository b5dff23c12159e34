import type { SandboxSettings } from "./settings"

/**
 * The service's word for a checkout. The four of the specification; control
 * may set others, to see what a merchant does with a word it does not know.
 */
export type CheckoutStatus =
  "received" | "successful" | "cancelled" | "invalid_payload" | (string & {})

/** How far the shopper has come on the payment page. */
export type PageStep = "mobile" | "term" | "card" | "verify"

/** What the payment page remembers; never a card number. */
export type PageState = {
  step: PageStep
  mobile_number: string | null
  number_of_payments: number | null
  card_last4: string | null
  wrong_codes: number
}

/** A card that was refused; nobody is notified of these. */
export type Decline = { at: string; reason: string }

/** What the sandbox keeps of a checkout. `amount` is integer cents. */
export type SandboxCheckout = {
  id: string
  client_reference_id: string | null
  amount: number
  currency: string
  status: CheckoutStatus
  created_at: string
  /** When the shopper first opened the payment page; starts the 30 minutes. */
  landed_at: string | null
  expires_at: string | null
  paid_at: string | null
  cancelled_at: string | null
  number_of_payments: number | null
  /** Where the shopper was sent at the end. */
  redirect_url: string | null
  declines: Decline[]
  page: PageState
  /** The `checkout` object as the merchant sent it. */
  request: Record<string, unknown>
}

/** The service's word for a refund request. */
export type RefundStatus = "requested" | "pending" | "complete" | "failed"

/** What the sandbox keeps of a refund request. `amount` is integer cents. */
export type SandboxRefundRequest = {
  id: string
  checkout_id: string
  amount: number
  currency: string
  status: RefundStatus
  created_at: string
  /** Milliseconds of the sandbox clock; null when it waits for a person. */
  next_move_at: number | null
}

/**
 * A callback without a 2xx answer yet: the first delivery and up to 18 retries.
 */
export type Delivery = {
  id: string
  checkout_id: string
  url: string
  body: string
  signature: string
  attempts: number
  /** When the first attempt is (was) due, milliseconds of the sandbox clock. */
  first_at: number
  /** Null while an attempt is under way, and once it is over. */
  next_attempt_at: number | null
  outcome: "under_way" | "given_up"
}

/** One line of the audit: a callback attempt, what was sent and answered. */
export type CallbackAttempt = {
  delivery_id: string
  checkout_id: string
  /** 1 is the first delivery, 2 the first retry, 19 the last one. */
  number: number
  at: string
  url: string
  request: { headers: Record<string, string>; body: string }
  response: { status: number; body: string } | null
  error: string | null
  /** Real milliseconds that the attempt took. */
  duration_ms: number
}

/** Everything the sandbox knows, and all that its file keeps. */
export type SandboxState = {
  checkouts: Map<string, SandboxCheckout>
  refundRequests: Map<string, SandboxRefundRequest>
  deliveries: Map<string, Delivery>
  /** The audit of the callbacks, oldest first. */
  attempts: CallbackAttempt[]
  settings: SandboxSettings
  /** Whether a correctly signed request was ever accepted: signing sticks. */
  signingSeen: boolean
  /** How far the sandbox's clock is ahead of the real one. */
  offsetMs: number
}

/** A state with nothing in it. */
export function emptyState(settings: SandboxSettings): SandboxState {
  return {
    checkouts: new Map(),
    refundRequests: new Map(),
    deliveries: new Map(),
    attempts: [],
    settings,
    signingSeen: false,
    offsetMs: 0,
  }
}

/** Empties a state in place, because callers hold on to its maps. */
export function clearState(state: SandboxState, settings: SandboxSettings) {
  state.checkouts.clear()
  state.refundRequests.clear()
  state.deliveries.clear()
  state.attempts.length = 0
  state.signingSeen = false
  state.offsetMs = 0
  Object.assign(state.settings, settings)
}

/** A checkout by its id or by the merchant's reference (the newest wins). */
export function findCheckout(
  state: SandboxState,
  idOrReference: string
): SandboxCheckout | undefined {
  return (
    state.checkouts.get(idOrReference) ??
    [...state.checkouts.values()]
      .reverse()
      .find((one) => one.client_reference_id === idOrReference)
  )
}
