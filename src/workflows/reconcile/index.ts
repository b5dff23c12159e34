import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { dropTwiceBooked } from "../medusa-repairs/twice-booked"
import { checkDue } from "./check-due"
import { readFirstPage, readNextPage } from "./read-list"
import { settleDue } from "./settle-due"

const reconcileStep = createStep(
  "reconcile-instalments-checkouts-step",
  async (_: void, { container }) => {
    // Orders first: settle paid checkouts before checking others.
    const settled = await settleDue(container)
    // In parallel: each may wait a little for its own limit.
    await Promise.all([
      checkDue(container),
      readFirstPage(container),
      readNextPage(container),
    ])
    await dropTwiceBooked(container)
    return new StepResponse({ settled })
  }
)

/**
 * Resumes settling that was interrupted or failed for a temporary reason, then
 * checks pending checkouts, inside the service's limits over all processes.
 * When nothing is due it makes no request.
 *
 * @example
 * await reconcileCheckoutsWorkflow(container).run()
 */
export const reconcileCheckoutsWorkflow = createWorkflow(
  "reconcile-instalments-checkouts",
  () => new WorkflowResponse(reconcileStep())
)
