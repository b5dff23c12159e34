import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { fromCents } from "../../modules/instalments/domain/money"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Asks once more for the refund of an order that was cancelled while its refund
 * was refused. Core refunds a cancelled order's payment and then fails, as such
 * an order takes no credit line; so the payment is refunded alone, and the books
 * are completed by the job. `amount` is integer cents.
 *
 * @throws MedusaError (not allowed) with the rule, when it is refused again.
 */
export async function refundAgain(
  container: MedusaContainer,
  { payment_id, amount }: { payment_id: string; amount: number },
  created_by: string
): Promise<RefundRequestRow | undefined> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  await container
    .resolve(Modules.PAYMENT)
    .refundPayment({ payment_id, amount: fromCents(amount), created_by })
  const [filed] = await ledger.listRefundRequests(
    { payment_id },
    { take: 1, order: { created_at: "DESC" } }
  )
  return filed
}
