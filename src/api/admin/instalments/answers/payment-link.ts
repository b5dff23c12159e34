import type { Moment } from "./words"

/** `POST /admin/instalments/orders/:id/payment-link`. `amount` is cents. */
export type PaymentLinkAnswer = {
  payment_link: {
    /** For the shopper: whoever has it can see what the order owes, and pay it. */
    url: string
    /** What the order owes now; what is paid is what it owes then. */
    amount: number
    currency: string
    /** From then on the link's page asks for a new one. */
    expires_at: Moment
  }
}

/** `GET /admin/instalments/orders/:id/payment-link`. `amount` is cents. */
export type BalanceAnswer = {
  balance: {
    /** 0 when nothing is owed. */
    amount: number
    currency: string
    /** Why no link can be made, in words; null when one can. */
    reason: string | null
  }
}
