import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type {
  CheckoutRow,
  Recorded,
  ReturningShopper,
} from "../../../modules/instalments/types"
import { InstalmentsEvents } from "../../../modules/instalments/rules"
import { log, messageOf } from "../../../modules/instalments/log"
import { settleCheckoutWorkflow } from "../../../workflows"
import { checkCheckout } from "../../../workflows/check-checkout"

/**
 * Does what a recorded callback asks for, within the time budget. Work that
 * takes longer goes on without being waited for; the reconcile job takes up
 * work that fails. Never throws: the callback is durable already. Answers the
 * paid checkout, if any.
 */
export async function followUp(
  container: MedusaContainer,
  recorded: Recorded
): Promise<ReturningShopper | null> {
  if (recorded.next === "nothing") {
    return null
  }
  if (recorded.next === "settled") {
    return recorded.checkout
  }
  const { next, checkout } = recorded
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = log(container)
  const work = act().catch((error: unknown) => {
    logger.error(
      `The callback of instalment checkout ${checkout.id} is recorded, but ${next} failed: ${messageOf(error)}`,
      checkout
    )
    return checkout
  })
  const done = await withinBudget(work, ledger.options.callback.settleBudgetMs)
  return next === "cancelled" ? null : (done ?? checkout)

  async function act(): Promise<CheckoutRow> {
    if (next === "cancelled") {
      const { id } = checkout
      await ledger.events.emit(InstalmentsEvents.CHECKOUT_CANCELLED, { id })
      return checkout
    }
    if (next === "confirm") {
      return checkCheckout(container, checkout, "on_demand")
    }
    const { result } = await settleCheckoutWorkflow(container).run({
      input: { reference: checkout.id },
    })
    return result as CheckoutRow
  }
}

async function withinBudget<T>(work: Promise<T>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const budget = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([work, budget]).finally(() => clearTimeout(timer))
}
