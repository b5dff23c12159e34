import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { followRefunds } from "./follow-refunds"
import { seeToBooks } from "./books/see-to-books"
import { readRefundList } from "./read-refund-list"
import { recountMissed } from "./recount-return"

const trackStep = createStep(
  "track-instalments-refunds-step",
  async (_: void, { container }) => {
    await readRefundList(container)
    await followRefunds(container)
    await recountMissed(container)
    await seeToBooks(container)
    return new StepResponse({})
  }
)

/**
 * Follows refund requests to their end: finds out about those in doubt, asks
 * after those under way, and restores Medusa's books for those that failed.
 *
 * @example
 * await trackRefundsWorkflow(container).run()
 */
export const trackRefundsWorkflow = createWorkflow(
  "track-instalments-refunds",
  () => new WorkflowResponse(trackStep())
)
