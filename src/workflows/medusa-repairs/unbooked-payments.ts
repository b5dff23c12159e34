/*
 * Medusa 2.21.2. Core captures the payment of what an order owes before it books the transaction.
 * When that fails, or the process is killed, the payment stays and the order still owes it.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import { deleteOrderPaymentCollections } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { PROVIDER_ID, SETTLED_REFERENCE } from "../../modules/instalments/rules"
import { log } from "../../modules/instalments/log"
import type { BalanceCheckout } from "../settle/lock"
import { takeOutPayments } from "./surplus-payments"
import { readOrderPayments } from "../settle/read-payments"

/**
 * Removes a checkout's payments without a transaction on its order from
 * Medusa's books: a killed process or a failure of core left them. A payment
 * collection that was made only to book them is removed too, so that nobody is
 * asked to pay it. The caller holds the order's lease.
 */
export async function dropUnbooked(
  checkout: BalanceCheckout,
  container: MedusaContainer
): Promise<void> {
  const { id: reference, order_id } = checkout
  const { collections, transactionReferences } = await readOrderPayments(
    order_id,
    container
  )
  for (const collection of collections) {
    const unbooked = collection.payments.filter(
      (payment) =>
        payment.reference === reference &&
        !payment.captures.some(({ id }) => transactionReferences.includes(id))
    )
    if (unbooked.length > 0) {
      const ids = unbooked.map(({ id }) => id).join(", ")
      log(container).warn(
        `Payments ${ids} of order ${order_id} were left unbooked by a process that stopped or failed; they are taken out of the books.`,
        checkout
      )
      await takeOutPayments(collection, unbooked, container)
      // A cancelled order's payment collection asks for no payment.
      if (collection.status !== PaymentCollectionStatus.CANCELED) {
        await container
          .resolve(Modules.PAYMENT)
          .updatePaymentCollections(collection.id, {
            status: PaymentCollectionStatus.NOT_PAID,
          })
      }
    }
  }
  await dropDemand(checkout, container)
}

/** Core changes only one unpaid payment collection of an order: its own. */
async function dropDemand(
  { id: reference, order_id }: BalanceCheckout,
  container: MedusaContainer
) {
  const { collections } = await readOrderPayments(order_id, container)
  const made = collections.filter(
    ({ metadata, status, payments, payment_sessions }) =>
      metadata?.[SETTLED_REFERENCE] === reference &&
      status === PaymentCollectionStatus.NOT_PAID &&
      payments.length === 0 &&
      payment_sessions.every(({ provider_id }) => provider_id === PROVIDER_ID)
  )
  for (const { id } of made) {
    await deleteOrderPaymentCollections(container).run({ input: { id } })
  }
}
