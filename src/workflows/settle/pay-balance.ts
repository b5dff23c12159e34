import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  BigNumber,
  ContainerRegistrationKeys,
  Modules,
  PaymentActions,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  fromCents,
  moneyInWords,
  PROVIDER_ID,
  SETTLED_REFERENCE,
  toCents,
  unpromised,
} from "../../modules/instalments/rules"
import type { Lease } from "../../modules/instalments/types"
import { readBalance } from "../balance/read-balance"
import type { BalanceCheckout } from "./lock"
import { dropUnbooked } from "../medusa-repairs/unbooked-payments"
import { readOrderPayments } from "./read-payments"
import { readPlacedOrder, type PlacedOrder } from "./read-placed-order"
import { isRefusal, type NotPlaced } from "./why-unplaced"

/** The states of a payment collection that nothing was paid into. */
const UNPAID: string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
]

/**
 * Books a paid checkout as a payment of what its order owes, or answers why it
 * cannot be. Core authorises and captures; order, payment and transaction are read
 * back. An order that owes more than was paid takes it: the rest stays owed. The
 * caller has the order's turn.
 *
 * @throws whatever is worth another attempt later: the database, an event bus.
 */
export async function payBalance(
  checkout: BalanceCheckout,
  container: MedusaContainer,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  const { id: reference, order_id } = checkout
  await dropUnbooked(checkout, container)
  const before = await readPlacedOrder(checkout, container)
  if (before?.reference === reference) {
    // Who booked it may have been stopped before this.
    await askForTheRest(order_id, container)
    return before
  }
  const reason = await whyNotOwed(checkout, container)
  if (reason) {
    return { by: "fact", reason }
  }
  const session = await ensureSession(checkout, container)
  await lease.confirm()
  const { errors } = await processPaymentWorkflow(container).run({
    input: {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id: session.id, amount: new BigNumber(session.amount) },
    },
    throwOnError: false,
  })
  const after = await readPlacedOrder(checkout, container)
  if (after?.reference === reference && !after.twice) {
    await askForTheRest(order_id, container)
    return after
  }
  await dropUnbooked(checkout, container)
  const error: unknown = errors?.[0]?.error
  if (!isRefusal(error)) {
    throw error ?? new Error("its payment is missing in the books")
  }
  const { message } = error
  return {
    by: "refusal",
    reason: `Order ${order_id} did not take the payment: ${message}`,
  }
}

/** Why an order does not owe what was paid, or null while it does. */
async function whyNotOwed(
  { id, order_id, amount, currency }: BalanceCheckout,
  container: MedusaContainer
): Promise<string | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  // Returned by hand before it was opened again: what goes back is not booked.
  const back = await ledger.returns.onItsWay(id)
  if (back > 0) {
    return `${moneyInWords(back, currency)} of it are refunded or on their way back`
  }
  const balance = await readBalance(order_id, container)
  if (!balance) {
    return `Order ${order_id} no longer exists`
  }
  if (balance.status === "canceled") {
    return `Order ${balance.number} is cancelled`
  }
  const isOwed = balance.owed >= amount && balance.currency === currency
  if (isOwed && unpromised(balance) < amount) {
    return `Order ${balance.number} is being paid in another way: that payment is authorised`
  }
  return isOwed
    ? null
    : `Order ${balance.number} owes ${moneyInWords(balance.owed, balance.currency)} now, ${moneyInWords(amount, currency)} were paid`
}

/**
 * A payment session of this checkout, of what was paid, in a payment collection of
 * the order: the one that asks for it, else a new one. What another provider may be
 * paying by is left alone.
 */
async function ensureSession(
  { id: reference, order_id, amount, currency }: BalanceCheckout,
  container: MedusaContainer
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { collections } = await readOrderPayments(order_id, container)
  const asking = collections.find(
    ({ status, payments, payment_sessions, amount: asked }) =>
      UNPAID.includes(status) &&
      payments.length === 0 &&
      toCents(asked, currency) === amount &&
      payment_sessions.every(({ provider_id }) => provider_id === PROVIDER_ID)
  )
  const known = await ledger.listCheckoutSessions({ reference })
  const [current, ...others] = asking?.payment_sessions ?? []
  const isCurrent =
    current &&
    others.length === 0 &&
    known.some(({ id }) => id === current.id) &&
    toCents(current.amount, currency) === amount
  if (isCurrent) {
    return { id: current.id, amount: current.amount }
  }
  const collection = asking ?? (await newCollection())
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: {
      payment_collection_id: collection.id,
      provider_id: PROVIDER_ID,
      context: { [SETTLED_REFERENCE]: reference },
    },
  })
  return { id: result.id, amount: result.amount }

  // Core's workflow leaves no mark: who is killed next would leave a demand behind
  // that nobody knows, and another provider could be paid for it.
  async function newCollection() {
    const { id } = await container
      .resolve(Modules.PAYMENT)
      .createPaymentCollections({
        currency_code: currency.toLowerCase(),
        amount: fromCents(amount),
        metadata: { [SETTLED_REFERENCE]: reference },
      })
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id },
      [Modules.PAYMENT]: { payment_collection_id: id },
    })
    return { id }
  }
}

/** What another payment collection of the order asks for is less now. */
async function askForTheRest(orderId: string, container: MedusaContainer) {
  const { collections } = await readOrderPayments(orderId, container)
  if (collections.some(({ status }) => UNPAID.includes(status))) {
    await createOrUpdateOrderPaymentCollectionWorkflow(container).run({
      input: { order_id: orderId },
    })
  }
}
