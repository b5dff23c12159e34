import {
  createWorkflow,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { settleCheckoutStep } from "./steps/settle-checkout"

/**
 * Turns a checkout that the ledger calls `successful` into exactly one placed
 * order, or holds it with the reason. Safe to run from anywhere and any number
 * of times at once.
 *
 * @example
 * const { result } = await settleCheckoutWorkflow(container).run({
 *   input: { reference: "inst_123" },
 * })
 */
export const settleCheckoutWorkflow = createWorkflow(
  "settle-instalments-checkout",
  (input: WorkflowData<{ reference: string }>) =>
    new WorkflowResponse(settleCheckoutStep(input))
)
