import type {
  AuthorizePaymentOutput,
  BigNumberInput,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  amount,
  isOwn,
  moneyInWords,
  notPaid,
  toCents,
} from "../../modules/instalments/rules"
import { takenOtherwise } from "../../workflows/settle/booked-payment"
import type { Parts } from "./parts"

const dueSession = z.object({
  amount,
  currency_code: z.string(),
  payment_collection: z.object({
    id: z.string(),
    captured_amount: z.unknown(),
    cart: z.object({ total: amount, currency_code: z.string() }).nullish(),
  }),
})

/**
 * Answers from the ledger whether the payment session is paid, after comparing what was
 * paid with the session, and with the cart as it is now if it was paid for that, to the
 * cent: core's completion compares no amounts. What an order owes core may ask for by
 * the payment collection of its cart, which came to something else. Another provider's
 * webhook may have taken the cart's money since settling looked; it waits for the
 * cart's lock, which core holds now. So the service is not asked here. Session data is
 * never trusted, because the browser can write it.
 *
 * @throws MedusaError, of the two types that cart completion turns into a clean
 * 200 with words for the shopper.
 */
export async function authorizeFromLedger(
  parts: Parts,
  sessionId: string,
  data: Record<string, unknown>
): Promise<AuthorizePaymentOutput> {
  const { ledger } = parts
  const [session] = await ledger.listCheckoutSessions({ id: sessionId })
  const [checkout] = session
    ? await ledger.listCheckouts({ id: session.reference })
    : []
  const unpaid = notPaid(checkout)
  if (!checkout || unpaid) {
    throw unpaid && new MedusaError(unpaid.type, unpaid.message, unpaid.code)
  }
  if (!isOwn(checkout, ledger.options)) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `This payment was begun in another store and is being looked after there (reference ${checkout.id}).`,
      "instalments_payment_unplaced"
    )
  }
  const { collection, session: asked } = await readSession(parts, sessionId)
  const cart = checkout.cart_id === null ? null : collection.cart
  const due = [
    dueOf(asked.amount, asked.currency_code),
    ...(cart ? [dueOf(cart.total, cart.currency_code)] : []),
  ]
  const other = due.find(
    ({ cents, currency }) =>
      cents !== checkout.amount || currency !== checkout.currency
  )
  if (other) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `What is due changed after it was paid: ${moneyInWords(checkout.amount, checkout.currency)} were paid, ${moneyInWords(other.cents, other.currency)} is due. The shop has been told about reference ${checkout.id}.`,
      "instalments_amount_changed"
    )
  }
  if (checkout.outcome === "returned" || checkout.outcome === "held") {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `This instalment payment arrived too late for an order and is being looked after by the shop (reference ${checkout.id}). Choose how to pay again.`,
      "instalments_payment_unplaced"
    )
  }
  // A session that an earlier collection of the order has kept of it.
  if (checkout.outcome === "placed") {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `This instalment payment is booked already (reference ${checkout.id}). Begin again from the order if it still owes something.`,
      "instalments_already_paid"
    )
  }
  if (cart && (await takenOtherwise(collection, parts.query))) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      "This cart is being paid in another way already. Nothing more has to be paid for it here.",
      "instalments_already_paid"
    )
  }
  return {
    status: "captured",
    data: { ...data, reference: checkout.id, status: checkout.status },
  }
}

async function readSession({ query }: Parts, sessionId: string) {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "amount",
      "currency_code",
      "payment_collection.id",
      "payment_collection.captured_amount",
      "payment_collection.cart.total",
      "payment_collection.cart.currency_code",
    ],
    filters: { id: sessionId },
  })
  const { payment_collection, ...session } = dueSession.parse(data[0])
  return { collection: payment_collection, session }
}

function dueOf(total: BigNumberInput, currency_code: string) {
  return {
    cents: toCents(total, currency_code),
    currency: currency_code.toUpperCase(),
  }
}
