import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { countRefundRequest } from "../../modules/instalments/log"
import { moneyInWords } from "../../modules/instalments/rules"
import { RateLimitError } from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { announce } from "./announce"
import { readRefundList } from "./read-refund-list"

/**
 * What a person says of a refund request in doubt: it is this one of the
 * service's, the service has none, or its support says that it failed.
 */
export type DoubtEnd =
  { refund_request_id: string } | { absent: true } | { failed: true }

/**
 * Ends the doubt about a refund request by what a person says. Which one of the
 * service's it is, is checked against the service: it must exist, be of the same
 * amount, and be no other one's. What is said to be absent is sent again, what is
 * said to have failed is taken out of Medusa's books by the job.
 *
 * @throws MedusaError (not allowed) when it is in doubt no more, or cannot be
 * that one. @throws ServiceError when the service cannot be asked.
 */
export async function endDoubt(
  container: MedusaContainer,
  row: RefundRequestRow,
  end: DoubtEnd
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const after = await write(ledger, row, end)
  if (!after) {
    throw refused(
      `Refund request ${row.id} has changed meanwhile. Look at it again.`
    )
  }
  countRefundRequest(row, after)
  await announce(container, row, after)
}

async function write(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  end: DoubtEnd
): Promise<RefundRequestRow | null> {
  const { refunds, client } = ledger
  const at = new Date(ledger.now())
  if ("absent" in end) {
    return refunds.saidAbsent(row, at)
  }
  if ("failed" in end) {
    return refunds.saidFailed(row, at)
  }
  const { refund_request_id } = end
  const [other] = await ledger.listRefundRequests({ refund_request_id })
  if (other) {
    throw refused(`${refund_request_id} is refund request ${other.id} here.`)
  }
  const { status, amount } = await client.fetchRefund(
    refund_request_id,
    "on_demand"
  )
  if (amount !== row.amount) {
    throw refused(
      `${refund_request_id} is of ${moneyInWords(amount, row.currency)}, refund request ${row.id} of ${moneyInWords(row.amount, row.currency)}.`
    )
  }
  const answer = { refund_request_id, word: status, look_after: at }
  return refunds.answered(row, answer)
}

function refused(message: string) {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}

/**
 * Looks once more for a refund request that is held in doubt: a person has
 * spoken to the service's support, and its list may tell more now. It is sent
 * only as any in doubt is; see `judgeDoubt`.
 *
 * @throws RateLimitError that says when the list may be read; nothing changed.
 */
export async function lookAgain(
  container: MedusaContainer,
  { id, held_reason }: RefundRequestRow
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const waitMs = await ledger.limits.wait("GET /api/refunds", "on_demand")
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000)
    throw new RateLimitError(
      `The service's list of refund requests may be read again in ${seconds} seconds. Try again then.`,
      seconds,
      true
    )
  }
  if (held_reason) {
    await ledger.refunds.doubtedAnew(id, new Date(ledger.now()))
  }
  await readRefundList(container, "on_demand")
}
