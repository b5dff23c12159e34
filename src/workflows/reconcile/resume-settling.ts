import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { settleCheckoutWorkflow } from "../settle"
import { messageOf } from "../../modules/instalments/message-of"

const A_RUN = 100

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
    { take: A_RUN, order: { look_after: "ASC" }, select: ["id"] }
  )
  for (const { id } of due) {
    try {
      await settleCheckoutWorkflow(container).run({ input: { reference: id } })
    } catch (error) {
      // One that fails never stops the others; it is due again by itself.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`Settling instalment payment ${id} failed: ${messageOf(error)}`)
    }
  }
  return due.length
}
