import type { Moment } from "./words"

/** `POST /admin/instalments/orders/:id/payment-link`. `amount` is cents. */
export type PaymentLinkAnswer = {
  payment_link: {
    /**
     * For the shopper: anybody who has it can see what the order owes, and pay
     * it.
     */
    url: string
    /** What the order owes now. The shopper pays what it owes at that time. */
    amount: number
    currency: string
    /** The link's end: after it the page says to ask for a new link. */
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

/** `DELETE /admin/instalments/orders/:id/payment-link` */
export type LinksTakenBackAnswer = {
  /** Links that were made until then are no longer valid. */
  payment_link: { taken_back_at: Moment }
}
