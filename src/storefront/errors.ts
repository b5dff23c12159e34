/**
 * What went wrong, for a page to act on:
 * - `network`: no answer came from the store; try again.
 * - `refused`: the store says no, for a reason that a shopper may read.
 * - `already_paid`: the cart is paid, so lead the shopper to its order, `orderId`.
 * - `not_found`: no such cart or payment; a stranger, or a mistyped address.
 * - `unavailable`: the store failed or cannot be understood; try again later.
 */
export type InstalmentsErrorCode =
  "network" | "refused" | "already_paid" | "not_found" | "unavailable"

/** The one error of this client. `message` may be shown to a shopper. */
export class InstalmentsError extends Error {
  override readonly name = "InstalmentsError"

  constructor(
    readonly code: InstalmentsErrorCode,
    message: string,
    /** The HTTP status that the store answered with, if it answered. */
    readonly status?: number,
    /** Only with `already_paid`; null while the order is not placed yet. */
    readonly orderId: string | null = null,
    /**
     * The plugin's own code of it, which says more, like
     * `instalments_amount_out_of_band`; null when it is not the plugin's error.
     */
    readonly storeCode: string | null = null
  ) {
    super(message)
  }

  /** Whether the same request may well succeed in a moment. */
  get transient(): boolean {
    return this.code === "network" || this.code === "unavailable"
  }
}
