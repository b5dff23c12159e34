import {
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  BigNumber,
  ContainerRegistrationKeys,
  Modules,
  PaymentActions,
} from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  fromCents,
  PROVIDER_ID,
  SETTLED_REFERENCE,
  toCents,
} from "../../modules/instalments/rules"
import type { Lease } from "../../modules/instalments/types"
import { askForTheRest, askInCents, isAbout } from "../balance/ask-for-owed"
import { readBalance } from "../balance/read-balance"
import type { BalanceCheckout } from "./lock"
import { takeBack, whyOvertaken } from "./overtaken-balance"
import { place, type Taking } from "./place"
import { dropUnbooked } from "../medusa-repairs/unbooked-payments"
import {
  isUnpaid,
  readOrderPayments,
  type OrderPayments,
} from "./read-payments"
import { readPlacedOrder, type PlacedOrder } from "./read-placed-order"
import { whyGone, whyNotOwed, type NotPlaced } from "./why-unplaced"

/**
 * Books a paid checkout as a payment of what its order owes, see `place`. Medusa
 * authorises and captures. An order that owes more than was paid takes it: the rest
 * stays owed. The caller holds the order's lease.
 */
export async function payBalance(
  checkout: BalanceCheckout,
  container: MedusaContainer,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  const { id: reference, order_id } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  let before: OrderPayments | null = null
  const taking: Taking = {
    tries: 1,
    async repair() {
      await dropUnbooked(checkout, container)
      return readPlacedOrder(checkout, container)
    },
    readOrder: () => readPlacedOrder(checkout, container),
    async prepare() {
      const fact =
        whyGone(checkout, await ledger.returns.onItsWay(reference)) ??
        whyNotOwed(checkout, await readBalance(order_id, container))
      if (fact) {
        return { fact }
      }
      const session = await ensureSession(checkout, container)
      before = await readOrderPayments(order_id, container)
      return { take: () => capture(session, container) }
    },
    cleanUp: () => dropUnbooked(checkout, container),
    refused: (message) =>
      `Order ${order_id} did not take the payment: ${message}`,
  }
  const tried = await place(checkout, taking, lease)
  if (!("id" in tried)) {
    return tried
  }
  const fact = before && (await whyOvertaken(checkout, before, container))
  if (fact) {
    await takeBack(checkout, container)
    return { by: "fact", reason: fact }
  }
  // Also of one that was booked before: who booked it may have been stopped.
  await askForTheRest(order_id, container)
  return tried
}

async function capture(
  { id, amount }: { id: string; amount: BigNumberInput },
  container: MedusaContainer
) {
  const { errors } = await processPaymentWorkflow(container).run({
    input: {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id: id, amount: new BigNumber(amount) },
    },
    throwOnError: false,
  })
  return errors?.[0]?.error as unknown
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
  const due = { cents: amount, currency }
  const { collections } = await readOrderPayments(order_id, container)
  const asking = collections.find(
    (one) =>
      isUnpaid(one) &&
      one.payments.length === 0 &&
      isAbout(one.amount, due) &&
      one.payment_sessions.every(
        ({ provider_id }) => provider_id === PROVIDER_ID
      )
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
  if (asking) {
    await askInCents(asking, due, container)
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

  // Medusa's workflow leaves no mark: who is killed next would leave a demand behind
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
