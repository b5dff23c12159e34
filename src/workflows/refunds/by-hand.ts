import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  candidatesOf,
  moneyInWords,
  refused,
} from "../../modules/instalments/rules"
import { RateLimitError } from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { withLeaseOfPayment } from "../order-lease"
import { announce } from "./announce"
import { seeToBooksOf } from "./books/release"
import { readRefundList } from "./read-refund-list"

/** A refund of the order that core is making is waited for. */
const LEASE_WAIT_MS = 10_000

/**
 * Takes back a refund request that was not sent, for a merchant. Medusa's books
 * are as if it had not been asked for, at once or when no order change is open
 * any more; of a payment without an order the money is held then.
 *
 * @throws MedusaError (not allowed) when it has been sent, or may have been.
 */
export async function withdrawRefund(
  container: MedusaContainer,
  row: RefundRequestRow
): Promise<void> {
  const { refunds, now } = container.resolve(INSTALMENTS_MODULE)
  const after = await withLeaseOfPayment(row, container, LEASE_WAIT_MS, () =>
    refunds.withdrawn(row, new Date(now()))
  )
  if (!after) {
    throw refused(
      `Refund request ${row.id} is on its way to the service, or may have been sent, and cannot be withdrawn. Look at it again in a minute.`
    )
  }
  await announce(container, row, after)
  await seeToBooksOf(after, container)
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
  row: RefundRequestRow
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
  if (row.held_reason) {
    await ledger.refunds.doubtedAnew(row, new Date(ledger.now()))
  }
  await readRefundList(container, "on_demand")
}

/**
 * What a person says of a refund request in doubt: it is this one of the
 * service's, the service has none, or its support says that it failed.
 */
export type DoubtEnd =
  { refund_request_id: string } | { absent: true } | { failed: true }

/**
 * Ends the doubt about a refund request by what a person says. Which one of the
 * service's it is, is checked against the service: it must exist, be of the same
 * amount, be no other one's, and not have been listed before this one was sent. What is
 * said to be absent is sent again, what is said to have failed is taken out of Medusa's
 * books by the job; either is the sending that the service has accepted late, if there
 * is one.
 *
 * @throws MedusaError (not allowed) when it is in doubt no more, or cannot be that
 * one. @throws ServiceError when the service cannot be asked.
 */
export async function endDoubt(
  container: MedusaContainer,
  row: RefundRequestRow,
  end: DoubtEnd
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const at = new Date(ledger.now())
  const { refunds } = ledger
  const after =
    "absent" in end
      ? await refunds.saidAbsent(row, at)
      : "failed" in end
        ? await refunds.saidFailed(row, at)
        : await refunds.answered(row, await asked(ledger, row, end))
  if (!after) {
    throw refused(
      `Refund request ${row.id} has changed meanwhile. Look at it again.`
    )
  }
  await announce(container, row, after)
}

/** What the service answers for the one that a person names, by the id it gives. */
async function asked(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  end: { refund_request_id: string }
) {
  const { id, amount, currency, status } = await ledger.client.fetchRefund(
    end.refund_request_id,
    "on_demand"
  )
  const [other] = await ledger.listRefundRequests({ refund_request_id: id })
  if (other) {
    throw refused(
      other.id === row.superseded_by
        ? `${id} is the other sending of this refund. If the service has no second one, say that it does not have it.`
        : `${id} is refund request ${other.id} here.`
    )
  }
  if (amount !== row.amount || currency !== row.currency) {
    throw refused(
      `${id} is of ${moneyInWords(amount, currency)}, refund request ${row.id} of ${moneyInWords(row.amount, row.currency)}.`
    )
  }
  const listed = await ledger.unmatchedRefunds.ofAmounts([amount])
  const unknown = listed.filter((entry) => entry.id === id)
  if (unknown.length > candidatesOf(row, { unknown }).length) {
    throw refused(
      `${id} was in the service's list before refund request ${row.id} was sent, so it is another one.`
    )
  }
  const next_check_at = new Date(ledger.now())
  return { refund_request_id: id, word: status, next_check_at }
}
