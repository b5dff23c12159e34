/*
 * Medusa 2.21.2. Core looks whether a capture is booked on its order, and books it then: nothing
 * keeps another process from booking it in between. One that stood still there books what
 * was booked meanwhile, and the order shows more money than was ever paid.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type {
  MedusaContainer,
  OrderTransactionDTO,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { isSameAmount, PROVIDER_ID } from "../../modules/instalments/rules"
import { log, messageOf } from "../../modules/instalments/log"
import { withOrderLease } from "../order-lease"
import type { BalanceCheckout } from "../settle/lock"
import { askForTheRest } from "../balance/ask-for-owed"
import { correctTotals } from "./stale-totals"

const MINUTE = 60_000
/** Who stood still when another process placed it goes on in this time, as a rule. */
const PLACED_MS = { least: 5 * MINUTE, most: 30 * MINUTE }
const A_RUN = 500
/** What Medusa's ids of captures begin with. */
const CAPTURE = "capt_"

/**
 * Looks again at payments that were placed some minutes ago: what an order's books hold
 * more than once is taken out. Nobody else finds it: the next edit of the order would
 * show a difference that the merchant refunds.
 */
export async function dropTwiceBooked(
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { least, most } = PLACED_MS
  const placed = await ledger.due.placedBetween(
    new Date(ledger.now() - most),
    new Date(ledger.now() - least),
    A_RUN
  )
  if (placed.length === 0) {
    return
  }
  const ids = placed.map(({ order_id }) => order_id)
  const booked = await bookedOn(ids, container)
  for (const checkout of placed) {
    const ofOrder = booked.filter((one) => one.order_id === checkout.order_id)
    // Of one transaction none is surplus; most orders have one.
    if (ofOrder.length > 1) {
      await look(checkout, ofOrder, container)
    }
  }
}

/** The captures that are booked on orders, those first that were booked first. */
function bookedOn(order_id: string[], container: MedusaContainer) {
  return container
    .resolve(Modules.ORDER)
    .listOrderTransactions(
      { order_id, reference: "capture" },
      { take: null, order: { created_at: "ASC" } }
    )
}

async function look(
  checkout: BalanceCheckout,
  booked: OrderTransactionDTO[],
  container: MedusaContainer
) {
  const { id: reference, order_id } = checkout
  try {
    if ((await surplusOf(checkout, booked, container)).length === 0) {
      return
    }
    await withOrderLease({ id: order_id }, container, async () => {
      const now = await bookedOn([order_id], container)
      const surplus = await surplusOf(checkout, now, container)
      if (surplus.length === 0) {
        return
      }
      const ids = surplus.map(({ id }) => id)
      log(container).warn(
        `Order ${order_id} held instalment payment ${reference} more than once, booked again by a process that had stood still; transactions ${ids.join(", ")} are taken out of the books.`,
        checkout
      )
      await container.resolve(Modules.ORDER).deleteOrderTransactions(ids)
      await correctTotals(order_id, container)
      await askForTheRest(order_id, container)
    })
  } catch (error) {
    // A failure of one never stops the others.
    log(container).error(
      `Whether order ${order_id} holds instalment payment ${reference} more than once is not known: ${messageOf(error)}. It is looked at again.`,
      checkout
    )
  }
}

/**
 * The transactions of a checkout's payment on its order without which the books hold it
 * once: a capture of it that is booked again; and beside it the same amount, of a
 * capture that Medusa has no more, as `dropUnbooked` takes one out that is not booked
 * yet. What anybody has noted by hand has no capture's id.
 */
async function surplusOf(
  { id: reference }: BalanceCheckout,
  booked: OrderTransactionDTO[],
  container: MedusaContainer
): Promise<OrderTransactionDTO[]> {
  const captures = await container.resolve(Modules.PAYMENT).listCaptures(
    { id: booked.map(({ reference_id }) => reference_id) },
    // Who deletes one as Medusa does keeps it so; what is left of it counts.
    { take: booked.length, relations: ["payment"], withDeleted: true }
  )
  const ours = captures.filter(
    ({ payment }) =>
      payment?.provider_id === PROVIDER_ID &&
      payment.data?.reference === reference
  )
  const isOurs = (one: OrderTransactionDTO) =>
    ours.some(({ id }) => id === one.reference_id)
  const [kept] = booked.filter(isOurs)
  if (!kept) {
    return []
  }
  const isGone = ({ reference_id }: OrderTransactionDTO) =>
    reference_id?.startsWith(CAPTURE) &&
    !captures.some(({ id }) => id === reference_id)
  return booked.filter(
    (one, i) =>
      isSameAmount(one.amount, kept.amount) &&
      (isGone(one) ||
        booked
          .slice(0, i)
          .some(
            (earlier) =>
              isOurs(one) &&
              earlier.reference_id === one.reference_id &&
              isSameAmount(earlier.amount, one.amount)
          ))
  )
}
