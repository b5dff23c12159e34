import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { announce } from "./announce"

/**
 * A run goes on until the next minute's takes over: two at once share the limit
 * and never send one request twice.
 */
const RUN_MS = 60_000
const BATCH = 100

const submitStep = createStep(
  "submit-instalments-refunds-step",
  async (_: void, { container }) => {
    const ledger: InstalmentsModuleService =
      container.resolve(INSTALMENTS_MODULE)
    await ledger.doubtLostRefunds()
    const { stopwatch } = ledger.limits
    const until = stopwatch.elapsed() + RUN_MS
    const due = await ledger.refundsToSend(BATCH)
    let sent = 0
    for (const row of due) {
      const patienceMs = until - stopwatch.elapsed()
      if (patienceMs <= 0) {
        break
      }
      const after = await ledger.sendRefund(row, {
        patienceMs,
        waiting: false,
      })
      await announce(container, row, after)
      sent += after.status === "scheduled" ? 0 : 1
    }
    return new StepResponse({ sent })
  }
)

/**
 * Sends the refund requests that are due, at most one a second over all
 * processes and one at a time for each checkout.
 *
 * @example
 * const { result } = await submitRefundsWorkflow(container).run()
 */
export const submitRefundsWorkflow = createWorkflow(
  "submit-instalments-refunds",
  () => new WorkflowResponse(submitStep())
)
