import { setTimeout as pause } from "node:timers/promises"
import type { InitiatePaymentInput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { UnexpectedAnswerError } from "../../modules/instalments/client/errors"
import { toCents, moneyInWords } from "../../modules/instalments/domain/money"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { checkoutRequest } from "./checkout-request"
import type { Parts } from "./parts"
import { readPayingCart } from "./paying-cart"
import { refuseAmount } from "./refuse-amount"
import { messageOf } from "../../modules/instalments/message-of"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"

/** Everything a browser may see of a checkout. `amount` is integer cents. */
export type SessionData = {
  reference: string
  payment_url: string | null
  presentation: "redirect" | "iframe"
  amount: number
  currency: string
  status: string
}

/**
 * Opens a checkout at the service for the cart behind a payment session: the
 * ledger row first, then the request. The same payable state gets the checkout
 * it has already.
 *
 * @throws MedusaError in words for a shopper when the service gives no checkout;
 * the row stays watched, as the service may have made one.
 */
export async function openCheckout(
  { ledger, query, logger }: Parts,
  sessionId: string,
  input: InitiatePaymentInput
): Promise<SessionData> {
  const { cart, collectionId } = await readPayingCart(query, sessionId)
  const currency = input.currency_code.toUpperCase()
  const amount = toCents(input.amount, currency)
  const { fingerprint, checkout: request } = checkoutRequest(ledger.options, {
    cart,
    collectionId,
    amount,
    currency,
    data: input.data ?? {},
  })
  await refuseAmount(ledger, amount, currency)

  const { checkout: row, isNew } = await ledger.openCheckoutRow({
    amount,
    currency,
    fingerprint,
    cart_id: cart.id,
    country_code: cart.shipping_address?.country_code ?? null,
    payment_collection_id: collectionId,
    payment_session_id: sessionId,
    success_url: request.success_url,
  })
  if (!isNew) {
    return sessionData(ledger, await createdElsewhere(ledger, row))
  }
  try {
    const created = await ledger.client.createCheckout({
      ...request,
      client_reference_id: row.id,
    })
    const { payment_url, status } = created
    const known = { id: row.id, checkout_id: created.id }
    if (created.amount !== amount || created.currency !== currency) {
      await ledger.changeCheckout(known)
      throw new UnexpectedAnswerError(
        `asked for ${moneyInWords(amount, currency)}, the service created ${moneyInWords(created.amount, created.currency)}`
      )
    }
    const opened = { ...known, payment_url, status }
    return sessionData(ledger, await ledger.changeCheckout(opened))
  } catch (error) {
    logger.error(
      logLine(
        `Instalment checkout ${row.id} was not created: ${messageOf(error)}`,
        checkoutReferences(row)
      )
    )
    await ledger.changeCheckout({ id: row.id, last_error: String(error) })
    throw notAvailable()
  }
}

/** Waits for the request of another tab that is creating this checkout. */
async function createdElsewhere(
  ledger: InstalmentsModuleService,
  row: CheckoutRow
): Promise<CheckoutRow> {
  let current = row
  while (!current.status && !current.last_error) {
    if (ledger.now() - current.opened_at.getTime() > 15_000) {
      throw notAvailable()
    }
    await pause(100)
    current = await ledger.retrieveCheckout(row.id)
  }
  // Paid without an address: its creation's answer was lost, its callback came.
  if (!current.payment_url && current.status !== "successful") {
    throw notAvailable()
  }
  return current
}

function sessionData(
  { options }: InstalmentsModuleService,
  checkout: CheckoutRow
): SessionData {
  return {
    reference: checkout.id,
    payment_url: checkout.payment_url,
    presentation: options.presentation,
    amount: checkout.amount,
    currency: checkout.currency,
    status: checkout.status ?? "received",
  }
}

function notAvailable() {
  return new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    "Instalments are not available right now. Try again in a moment or choose another way to pay."
  )
}
