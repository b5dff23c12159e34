import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { lookByIds } from "./look-by-ids"
import { readListPage } from "./read-list-page"
import { resumeSettling } from "./resume-settling"

const reconcileStep = createStep(
  "reconcile-instalments-checkouts-step",
  async (_: void, { container }) => {
    // At once: each may wait a little for a limit of its own.
    await Promise.all([readListPage(container), lookByIds(container)])
    const settled = await resumeSettling(container)
    const ledger: InstalmentsModuleService =
      container.resolve(INSTALMENTS_MODULE)
    await ledger.pruneCallbacks()
    return new StepResponse({ settled })
  }
)

/**
 * Brings pending checkouts to the truth, inside the service's limits over all
 * processes, and takes up settling that was interrupted or that failed for a
 * passing reason. Without anything due it makes no request.
 *
 * @example
 * await reconcileCheckoutsWorkflow(container).run()
 */
export const reconcileCheckoutsWorkflow = createWorkflow(
  "reconcile-instalments-checkouts",
  () => new WorkflowResponse(reconcileStep())
)
