import type { Moment } from "./words"

/** `GET /admin/instalments/orders/:id/payment-link`: what an order owes. */
export type BalanceAnswer = {
  balance: {
    /** In cents; 0 when nothing is owed. */
    amount: number
    /** Upper case. */
    currency: string
    /** Why no link can be made, in a sentence; null when one can. */
    reason: string | null
  }
}

/** `POST /admin/instalments/orders/:id/payment-link`: a link to pay it. */
export type PaymentLinkAnswer = {
  payment_link: {
    /** For whoever is to pay; it pays what the order owes when it is used. */
    url: string
    /** What the order owes now, in cents. */
    amount: number
    /** Upper case. */
    currency: string
    /** When the link ends. */
    expires_at: Moment
  }
}
