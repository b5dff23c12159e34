import {
  createWorkflow,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { settleCheckoutStep, type SettleInput } from "./settle-step"

/**
 * Turns a checkout that the ledger calls `successful` into exactly one placed
 * order; what cannot be placed is held with the reason. Safe to run from
 * anywhere and any number of times at once; a run that was killed is taken up
 * by the reconcile job. With `by_hand` a held payment is tried once more.
 *
 * @example
 * const { result } = await settleCheckoutWorkflow(container).run({
 *   input: { reference: "inst_123" },
 * })
 */
export const settleCheckoutWorkflow = createWorkflow(
  "settle-instalments-checkout",
  (input: WorkflowData<SettleInput>) =>
    new WorkflowResponse(settleCheckoutStep(input))
)
