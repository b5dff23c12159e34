/*
 * Medusa 2.21.2. A completion that fails after the payment was written leaves that payment in the
 * cart's payment collection, and the next completion makes another one. An order
 * then shows more money than was ever paid.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { log } from "../../modules/instalments/log"
import { correctTotals } from "./stale-totals"
import { type CartCheckout } from "../settle/lock"
import { withOrderLease } from "../order-lease"
import { deadPayments, type BookedPayment } from "../settle/booked-payment"
import { readCartPayments, type CartPayments } from "../settle/read-payments"
import type { MarkedOrder } from "./marked-orders"

/**
 * Medusa's generated methods that are missing in its type of the payment
 * module.
 */
type Generated = {
  deleteCaptures(ids: string[]): Promise<void>
  deletePayments(ids: string[]): Promise<void>
}

/**
 * Removes a checkout's surplus payments from Medusa's books: the service was
 * paid once, and completions that failed or ran at the same time left another
 * payment. An order keeps the payment that is booked on it. Without an order
 * none is kept, because the next completion makes its own. The service is not
 * asked.
 */
export async function dropPayments(
  checkout: CartCheckout,
  order: MarkedOrder | null,
  container: MedusaContainer
): Promise<void> {
  const { id: reference, cart_id } = checkout
  const collection = await readCartPayments(cart_id, container)
  const payments = collection?.payments ?? []
  const dead = await deadPayments(payments, checkout, container)
  const dropped = surplus(payments, reference, { order, dead })
  if (!collection || dropped.length === 0) {
    return
  }
  const ids = dropped.map(({ id }) => id)
  log(container).warn(
    `Payments ${ids.join(", ")} of cart ${cart_id} were left by completions that failed or met; they are taken out of the books.`,
    checkout
  )
  const captures = dropped.flatMap((payment) => payment.captures)
  // The payments are removed last: if the process is killed before that, the
  // next run finds them.
  if (order) {
    await withOrderLease(order, container, () =>
      dropTransactions(order.id, captures, container)
    )
  }
  await takeOutPayments(collection, dropped, container)
}

/**
 * Removes surplus payments from a payment collection, with their captures, and
 * restores its state before them.
 */
export async function takeOutPayments(
  { id, payments }: CartPayments,
  dropped: BookedPayment[],
  container: MedusaContainer
): Promise<void> {
  const module = container.resolve(Modules.PAYMENT)
  const captures = dropped.flatMap((payment) => payment.captures)
  const captured = payments
    .filter((payment) => !dropped.includes(payment))
    .flatMap((payment) => payment.captures)
    .reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
  // Medusa's type of this update has no amounts; the columns accept them.
  const amounts: object = {
    captured_amount: captured.toNumber(),
    authorized_amount: captured.toNumber(),
  }
  await module.updatePaymentCollections(id, amounts)
  const generated = module as unknown as Generated
  await generated.deleteCaptures(captures.map(({ id }) => id))
  await generated.deletePayments(dropped.map((payment) => payment.id))
}

function surplus(
  payments: CartPayments["payments"],
  reference: string,
  { order, dead }: { order: MarkedOrder | null; dead: BookedPayment[] }
) {
  const ours = payments.filter((payment) => payment.reference === reference)
  const booked = ours.find(({ captures }) =>
    captures.some(({ id }) => order?.transactionReferences.includes(id))
  )
  const paidOtherwise = payments.some(
    (payment) => !ours.includes(payment) && !dead.includes(payment)
  )
  const kept = booked ?? (order && !paidOtherwise ? ours[0] : undefined)
  // A payment with a refund is not surplus: its money is being returned.
  return ours.filter(
    (payment) => payment !== kept && payment.refunds.length === 0
  )
}

/** Takes captures out of an order's books. The caller holds the order's lease. */
export async function dropTransactions(
  order_id: string,
  captures: { id: string }[],
  container: MedusaContainer
) {
  const orders = container.resolve(Modules.ORDER)
  const booked = await orders.listOrderTransactions({
    order_id,
    reference_id: captures.map(({ id }) => id),
  })
  if (booked.length > 0) {
    await orders.deleteOrderTransactions(booked.map(({ id }) => id))
  }
  await correctTotals(order_id, container)
}
