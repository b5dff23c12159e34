import { MedusaError } from "@medusajs/framework/utils"
import {
  LEAST_ATTEMPTS,
  MAX_WAIT_MS,
  moneyInWords,
  REFUSALS_BELIEVED,
  smallestCents,
  unreserved,
} from "../../modules/instalments/rules"
import type { Balance, CheckoutRow } from "../../modules/instalments/types"

/**
 * What stood between a payment and its order: a fact that stays, a refusal of
 * Medusa's, or trouble that should pass.
 */
export type NotPlaced = { by: "fact" | "refusal" | "trouble"; reason: string }

/** Errors of Medusa's that say no, rather than not now. */
const REFUSALS: string[] = [
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.INVALID_ARGUMENT,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
]

/** Whether an error of a workflow of Medusa's says no, rather than not now. */
export function isRefusal(
  error: unknown
): error is { type: string; message: string } {
  const { type = "" } = (error ?? {}) as { type?: string }
  return REFUSALS.includes(type)
}

/**
 * Why no order can be placed for a paid checkout, or null while another attempt
 * may place one. The row is as it was before this attempt was counted as a
 * refusal. What Medusa refused is counted in all, not in a row: under load its
 * answers alternate. Trouble is not waited for without end.
 */
export function whyUnplaced(
  { by, reason }: NotPlaced,
  row: Pick<
    CheckoutRow,
    "settle_attempts" | "refusals" | "paid_at" | "by_hand"
  >,
  now: number
): string | null {
  const { settle_attempts, refusals, paid_at, by_hand } = row
  const refused = refusals + (by === "refusal" ? 1 : 0)
  if (by === "fact" || by_hand || refused >= REFUSALS_BELIEVED) {
    return reason
  }
  const waited = now - (paid_at?.getTime() ?? now)
  return waited >= MAX_WAIT_MS && settle_attempts >= LEAST_ATTEMPTS
    ? `${settle_attempts} attempts failed, the last with: ${reason}`
    : null
}

/** Returned by hand before it was opened again: what goes back is not sold. */
export function whyGone(
  { currency }: Pick<CheckoutRow, "currency">,
  onItsWay: number
): string | null {
  return onItsWay > 0
    ? `${moneyInWords(onItsWay, currency)} of it are refunded or on their way back`
    : null
}

/** Why an order does not owe what was paid, or null while it does. */
export function whyNotOwed(
  {
    order_id,
    amount,
    currency,
  }: Pick<CheckoutRow, "order_id" | "amount" | "currency">,
  balance: Balance | null
): string | null {
  if (!balance) {
    return `Order ${order_id} no longer exists`
  }
  if (balance.is_cancelled) {
    return `Order ${balance.number} is cancelled`
  }
  const { owed } = balance
  // A refund of fractions of a cent may change what the rest rounds to.
  const isOwed =
    owed + smallestCents(currency) >= amount && balance.currency === currency
  if (isOwed && unreserved(balance) < Math.min(owed, amount)) {
    return `Order ${balance.number} is being paid in another way: that payment is authorised, or under way`
  }
  return isOwed
    ? null
    : `Order ${balance.number} owes ${moneyInWords(owed, balance.currency)} now, ${moneyInWords(amount, currency)} were paid`
}
