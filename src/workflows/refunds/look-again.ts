import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { RateLimitError } from "../../modules/instalments/service-api"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { readRefundList } from "./read-refund-list"

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
  const waitMs = await ledger.limits.wait("GET /api/refunds", "hint")
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
  await readRefundList(container, "hint")
}
