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

/** A callback not heard yet: the first delivery and up to 18 retries. */
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
