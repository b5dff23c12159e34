import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { notifyStep } from "./notify-step"

/**
 * Puts what needs a person into the bell of Medusa's admin, each cause once.
 * It can be run at any time and as often as one likes: it looks at what needs
 * attention now, not at why it was called. Answers how many were new.
 *
 * @example
 * await notifyAttentionWorkflow(container).run()
 */
export const notifyAttentionWorkflow = createWorkflow(
  "instalments-notify-attention",
  () => new WorkflowResponse(notifyStep())
)
