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
    await readListPage(container)
    await lookByIds(container)
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
