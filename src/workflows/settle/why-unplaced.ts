import {
  REFUSED_ATTEMPTS,
  SETTLE_ATTEMPTS,
} from "../../modules/instalments/domain/pauses"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"

/**
 * What stood between a payment and its order: a fact that stays, a refusal of
 * core's, or trouble that should pass.
 */
export type NotPlaced = { by: "fact" | "refusal" | "trouble"; reason: string }

/**
 * Why no order can be placed for a paid checkout, or null while another attempt
 * may place one. A refusal is believed when the attempt before, a pause ago, met
 * the same; trouble is not waited for without end.
 */
export function whyUnplaced(
  { by, reason }: NotPlaced,
  { settle_attempts, last_error }: CheckoutRow
): string | null {
  const stands = settle_attempts >= REFUSED_ATTEMPTS && last_error === reason
  if (by === "fact" || (by === "refusal" && stands)) {
    return reason
  }
  return settle_attempts >= SETTLE_ATTEMPTS
    ? `${settle_attempts} attempts failed, the last with: ${reason}`
    : null
}
