import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { seeToCancelled } from "../medusa-repairs/unasked-refunds"
import { dropUnrecorded } from "../medusa-repairs/unrecorded-refunds"
import { seeToBooks } from "./books/release"
import { followRefunds } from "./follow-refunds"
import { readRefundList } from "./read-refund-list"
import { sendInTime } from "./send"

/**
 * A run goes on until the next minute's takes over: two at once share the limit
 * and never send one request twice.
 */
const RUN_MS = 60_000
/** What the list has just ended the doubt about is sent in the same run, if there is time. */
const AFTER_LIST_MS = 10_000
const BATCH = 100

const submitStep = createStep(
  "submit-instalments-refunds-step",
  async (_: void, { container }) => {
    const ledger = container.resolve(INSTALMENTS_MODULE)
    await ledger.refunds.lost(new Date(ledger.now()))
    await seeToBooks(container)
    await dropUnrecorded(container)
    await seeToCancelled(container)
    return new StepResponse({ sent: await sendDue(container, RUN_MS) })
  }
)

async function sendDue(
  container: MedusaContainer,
  forMs: number
): Promise<number> {
  const { dueRefunds } = container.resolve(INSTALMENTS_MODULE)
  const due = await dueRefunds.toSend(BATCH)
  return sendInTime(container, due, { forMs, urgency: "background" })
}

/**
 * Releases the refund requests whose books Medusa holds whole, and sends those
 * that are due, at most one a second over all processes and one at a time for
 * each checkout.
 *
 * @example
 * const { result } = await submitRefundsWorkflow(container).run()
 */
export const submitRefundsWorkflow = createWorkflow(
  "submit-instalments-refunds",
  () => new WorkflowResponse(submitStep())
)

const trackStep = createStep(
  "track-instalments-refunds-step",
  async (_: void, { container }) => {
    await readRefundList(container)
    await followRefunds(container)
    await seeToBooks(container)
    // Not in the next run: one that comes late puts what is due then in doubt again.
    await sendDue(container, AFTER_LIST_MS)
    return new StepResponse({})
  }
)

/**
 * Follows refund requests to their end: finds out about those in doubt, sends
 * again what the service lacks, asks after those under way, and restores Medusa's books
 * for those that failed.
 *
 * @example
 * await trackRefundsWorkflow(container).run()
 */
export const trackRefundsWorkflow = createWorkflow(
  "track-instalments-refunds",
  () => new WorkflowResponse(trackStep())
)
