import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutRow } from "../ledger/rows"

/**
 * Why a cart cannot be completed by this checkout, in words for the shopper;
 * null when the ledger calls it paid. It is of the two types that core's route
 * answers with 200, the cart and the error.
 */
export function notPaid(
  checkout: Pick<CheckoutRow, "status"> | undefined
): MedusaError | null {
  if (!checkout || checkout.status === "cancelled") {
    return new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      "This instalment payment was cancelled or never started. Choose how to pay again."
    )
  }
  return checkout.status === "successful"
    ? null
    : new MedusaError(
        MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
        "The instalment payment is not complete yet. Finish it on the payment page; the order is placed by itself."
      )
}
