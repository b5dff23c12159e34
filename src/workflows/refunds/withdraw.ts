import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { countRefundRequest } from "../../modules/instalments/log"
import { orderOfPayment } from "./books/read-books"
import { turnOf } from "../order-turn"
import { seeToBooks } from "./books/see-to-books"
import { recountReturn } from "./recount-return"

/** A refund of the order that core is making is waited for. */
const TURN_MS = 10_000

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
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { id, payment_id, reference } = row
  const orderId = payment_id && (await orderOfPayment(payment_id, container))
  const after = await ledger.leases.run(
    turnOf(orderId || reference),
    () => ledger.refunds.withdrawn(id, new Date(ledger.now())),
    { waitMs: TURN_MS }
  )
  if (!after) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Refund request ${id} is on its way to the service and cannot be withdrawn any more.`
    )
  }
  countRefundRequest(row, after)
  await recountReturn(container, after)
  await seeToBooks(container)
}
