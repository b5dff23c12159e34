import { container } from "@medusajs/framework"
import {
  isUnconfirmed,
  moneyInWords,
  notAvailable,
  rangeInWords,
  refused,
  termsFor,
} from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { logLine, messageOf } from "../../modules/instalments/log"
import { whyStoreRefuses } from "../../workflows/validate-offer"
import type { Parts } from "./parts"
import type { Payable } from "./payable"

/**
 * Refuses an amount (cents) that the merchant config has no term for. The last
 * known config counts. Only when none was ever read, it is read from the
 * service here; when that fails, the service decides about the amount.
 *
 * @throws MedusaError (not allowed) in words for a shopper.
 */
export async function refuseAmount(
  { config }: InstalmentsModuleService,
  amount: number,
  currency: string
): Promise<void> {
  const bands =
    (await config.rules()) ??
    (await config.refresh("shopper").catch(() => null))
  if (!bands || termsFor(bands, amount).length > 0) {
    return
  }
  throw refused(
    `Instalments are offered for ${rangeInWords(bands, currency)}; this is ${moneyInWords(amount, currency)}. Choose another way to pay.`,
    "instalments_amount_out_of_band"
  )
}

/**
 * Refuses a cart that core would not complete: it would be paid, and the money go back.
 *
 * @throws MedusaError (not allowed) in words for a shopper.
 */
export function refuseUndelivered({
  needsDelivery,
}: Pick<Payable, "needsDelivery">): void {
  if (needsDelivery) {
    throw refused(
      "This cart has no delivery yet, and cannot become an order without one. Choose a delivery, then choose how to pay again.",
      "instalments_delivery_missing"
    )
  }
}

/**
 * Refuses to charge a cart that has a known payment which is not returned: its
 * order is placed, will be placed, or a person decides; or one that the service has to
 * confirm. When less or more was paid than the cart comes to by now, neither an order nor
 * a return is promised: settling finds out. The same for what an order owes, which has no
 * `cart_id`: nothing is owed for sure before what has arrived is booked.
 *
 * @throws MedusaError (not allowed) in words for a shopper; it names the order.
 */
export function refusePaid(
  checkout: CheckoutRow,
  asked: Pick<CheckoutRow, "cart_id" | "amount" | "currency">
): void {
  const { status, outcome, order_id, currency } = checkout
  if (isUnconfirmed(checkout)) {
    throw refused(
      "An instalment payment that was cancelled seems to be paid after all, and is being confirmed. Do not pay again; look again in a minute.",
      "instalments_unconfirmed"
    )
  }
  if (status !== "successful" || outcome === "returned") {
    return
  }
  if (!asked.cart_id) {
    throw refused(
      "A payment for this order has arrived and is being looked after. Nothing has to be paid now.",
      "instalments_already_paid"
    )
  }
  const paid = checkout.paid_amount ?? checkout.amount
  const isAsked = paid === asked.amount && currency === asked.currency
  if (outcome === "open" && !isAsked) {
    throw refused(
      `A payment of ${moneyInWords(paid, currency)} for this cart as it was has arrived and is being looked after. Do not pay again; look again in a minute.`,
      "instalments_already_paid"
    )
  }
  const what =
    outcome === "placed"
      ? `order ${order_id} is placed`
      : outcome === "held"
        ? "the shop is looking after the payment"
        : "the order is being placed"
  throw refused(
    `This cart is paid already: ${what}. Nothing more has to be paid.`,
    "instalments_already_paid"
  )
}

/**
 * Refuses a cart that the store's own hook `validateOffer` refuses, or fails
 * about. Every checkout of a cart is opened after this, whoever made its payment
 * session. `amountCents` is integer cents.
 *
 * @throws MedusaError in words for a shopper: the store's when it refuses.
 */
export async function refuseByStore(
  { logger }: Pick<Parts, "logger">,
  cart: { cart_id: string; amountCents: number; currency: string }
): Promise<void> {
  // Medusa gives a provider its module's container, and the store's handler
  // expects the one of the store.
  const message = await whyStoreRefuses(cart, container).catch(
    (error: unknown) => {
      const { cart_id } = cart
      logger.error(
        logLine(
          `No instalment checkout is opened for a cart, as this failed: ${messageOf(error)}`,
          { cart_id }
        )
      )
      throw notAvailable()
    }
  )
  if (message) {
    throw refused(message, "instalments_refused_by_store")
  }
}
