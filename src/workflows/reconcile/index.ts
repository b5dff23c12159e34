import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { askDue } from "./ask-due"
import { readFirstPage, readNextPage } from "./read-list"
import { settleDue } from "./settle-due"

const reconcileStep = createStep(
  "reconcile-instalments-checkouts-step",
  async (_: void, { container }) => {
    // Orders first: nobody is asked about while somebody's order waits.
    const settled = await settleDue(container)
    // At once: each may wait a little for a limit of its own.
    await Promise.all([
      askDue(container),
      readFirstPage(container),
      readNextPage(container),
    ])
    const ledger = container.resolve(INSTALMENTS_MODULE)
    await ledger.callbacks.prune()
    return new StepResponse({ settled })
  }
)

/**
 * Takes up settling that was interrupted or that failed for a passing reason,
 * then brings pending checkouts to the truth, inside the service's limits over
 * all processes. Without anything due it makes no request.
 *
 * @example
 * await reconcileCheckoutsWorkflow(container).run()
 */
export const reconcileCheckoutsWorkflow = createWorkflow(
  "reconcile-instalments-checkouts",
  () => new WorkflowResponse(reconcileStep())
)
