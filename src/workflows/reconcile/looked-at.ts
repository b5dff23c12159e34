import {
  ABANDONED_AFTER_MS,
  nextLookIn,
} from "../../modules/instalments/domain/look-plan"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

const AGAIN_MS = 3_600_000

/**
 * Notes that a checkout was looked at: it is due later again, or abandoned. A
 * cancelled one is due once more, when no payment can be under way any longer;
 * one that is paid and settled is only looked for while its id is not known.
 */
export async function lookedAt(
  ledger: InstalmentsModuleService,
  checkout: CheckoutRow
): Promise<void> {
  const { id, status, outcome } = checkout
  const now = ledger.now()
  const age = now - checkout.opened_at.getTime()
  if (status === "successful") {
    if (outcome !== "open") {
      const enough = checkout.checkout_id || age >= ABANDONED_AFTER_MS
      const look_after = enough ? null : new Date(now + nextLookIn(age))
      await ledger.updateCheckouts({ id, look_after })
    }
    return
  }
  if (outcome === "held" && age >= ABANDONED_AFTER_MS) {
    await ledger.updateCheckouts({ id, look_after: null })
    return
  }
  const left = ABANDONED_AFTER_MS - age
  const over = left <= 0 || status === "invalid_payload"
  const next = outcome === "closed" ? left : nextLookIn(age)
  await ledger.updateCheckouts(
    over
      ? {
          id,
          outcome: "closed",
          outcome_at: checkout.outcome_at ?? new Date(now),
          look_after: null,
        }
      : { id, look_after: new Date(now + next) }
  )
}

/**
 * Notes that a checkout could not be looked at: it is due again at the age it
 * would be, within an hour at the latest, and never abandoned for that.
 */
export async function notLookedAt(
  ledger: InstalmentsModuleService,
  { id, opened_at }: CheckoutRow
): Promise<void> {
  const now = ledger.now()
  const next = Math.min(nextLookIn(now - opened_at.getTime()), AGAIN_MS)
  await ledger.updateCheckouts({ id, look_after: new Date(now + next) })
}
