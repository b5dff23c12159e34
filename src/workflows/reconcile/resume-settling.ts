import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { settleCheckoutWorkflow } from "../settle"
import { messageOf } from "../../modules/instalments/message-of"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"

const A_RUN = 100
/** A cart that a killed process left locked must not keep the others waiting. */
const AT_ONCE = 4

/**
 * Settles what is paid and not settled: learnt by a fetch, interrupted by a
 * crash, or failed for a reason that passes. Answers how many were tried.
 */
export async function resumeSettling(
  container: MedusaContainer
): Promise<number> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const due = await ledger.listCheckouts(
    {
      status: "successful",
      outcome: "open",
      look_after: { $lte: new Date(ledger.now()) },
    },
    {
      take: A_RUN,
      order: { look_after: "ASC" },
      select: ["id", "checkout_id", "cart_id", "order_id"],
    }
  )
  const waiting = due.values()
  const one = async () => {
    for (const checkout of waiting) {
      await settleOne(checkout, container)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return due.length
}

async function settleOne(checkout: CheckoutRow, container: MedusaContainer) {
  const { id } = checkout
  try {
    await settleCheckoutWorkflow(container).run({ input: { reference: id } })
  } catch (error) {
    // One that fails never stops the others; it is due again by itself.
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        logLine(
          `Settling instalment payment ${id} failed: ${messageOf(error)}`,
          checkoutReferences(checkout)
        )
      )
  }
}
