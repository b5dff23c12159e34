import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { settlePause } from "../../modules/instalments/rules"
import type { CheckoutRow } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { settleCheckout } from "../settle"

const A_RUN = 100
/** A cart that a killed process left locked must not delay the others. */
const AT_ONCE = 4

/**
 * Settles paid checkouts that are not settled: learnt by a fetch, interrupted
 * by a crash, or failed for a temporary reason. Every tried one is due later,
 * so that the next runs reach the others. Answers how many were tried.
 */
export async function settleDue(container: MedusaContainer): Promise<number> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const due = await ledger.due.toSettle(ledger.now(), A_RUN)
  const waiting = due.values()
  const one = async () => {
    for (const checkout of waiting) {
      await settleOne(checkout, container)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return due.length
}

/** Settles one paid checkout; a failure never stops the others. */
export async function settleOne(
  checkout: CheckoutRow,
  container: MedusaContainer
): Promise<void> {
  const { id, settle_attempts } = checkout
  try {
    await settleCheckout(checkout, container)
  } catch (error) {
    const ledger = container.resolve(INSTALMENTS_MODULE)
    // It was not begun, so it would be the first again in the next run.
    const pause = settlePause(settle_attempts + 1)
    await ledger.outcomes.postponed(id, new Date(ledger.now() + pause))
    log(container).error(
      `Settling instalment payment ${id} failed: ${messageOf(error)}`,
      checkout
    )
  }
}
