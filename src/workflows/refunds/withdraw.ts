import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { refused } from "../../modules/instalments/rules"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { announce } from "./announce"
import { withLeaseOfPayment } from "../order-lease"
import { seeToBooks } from "./books/release"

/** A refund of the order that core is making is waited for. */
const LEASE_WAIT_MS = 10_000

/**
 * Takes back a refund request that was not sent, for a merchant. Medusa's books
 * are as if it had not been asked for, at once or when no order change is open
 * any more; of a payment without an order the money is held then.
 *
 * @throws MedusaError (not allowed) when it has been sent meanwhile.
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
      `Refund request ${row.id} is on its way to the service and cannot be withdrawn any more.`
    )
  }
  await announce(container, row, after)
  await seeToBooks(container)
}
