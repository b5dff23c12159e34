import type {
  AuthorizePaymentOutput,
  BigNumberInput,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toCents, moneyInWords } from "../../modules/instalments/domain/money"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { Parts } from "./parts"
import { messageOf } from "../../modules/instalments/message-of"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"

/**
 * Answers from the ledger whether the payment session is paid, after comparing
 * amount and currency to the cent; while the ledger says pending the service is
 * asked once, if its limit leaves room. Session data is never believed: the
 * browser can write it.
 *
 * @throws MedusaError, of the two types that cart completion turns into a
 * clean 200 with words for the shopper.
 */
export async function authorizeFromLedger(
  parts: Parts,
  sessionId: string,
  data: Record<string, unknown>
): Promise<AuthorizePaymentOutput> {
  const { ledger } = parts
  const [session] = await ledger.listCheckoutSessions({ id: sessionId })
  const [known] = session
    ? await ledger.listCheckouts({ id: session.reference })
    : []
  const checkout = known && (await askWhilePending(parts, known))
  if (!checkout || checkout.status === "cancelled") {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      "This instalment payment was cancelled or never started. Choose how to pay again."
    )
  }
  if (checkout.status !== "successful") {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
      "The instalment payment is not complete yet. Finish it on the payment page; the order is placed by itself."
    )
  }
  const due = await readDue(parts, sessionId)
  if (due?.cents !== checkout.amount || due.currency !== checkout.currency) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `The cart changed after it was paid: ${moneyInWords(checkout.amount, checkout.currency)} were paid, ${due ? moneyInWords(due.cents, due.currency) : "nothing"} is due. The shop has been told about reference ${checkout.id}.`
    )
  }
  if (checkout.outcome === "returned" || checkout.outcome === "held") {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `This instalment payment arrived too late for an order and is being looked after by the shop (reference ${checkout.id}). Choose how to pay again.`
    )
  }
  return {
    status: "captured",
    data: { ...data, reference: checkout.id, status: checkout.status },
  }
}

async function askWhilePending({ ledger, logger }: Parts, known: CheckoutRow) {
  if (known.status !== "received") {
    return known
  }
  try {
    return (await ledger.askService(known, "shopper")).checkout
  } catch (error) {
    logger.info(
      logLine(
        `Instalment checkout ${known.id} was not asked about: ${messageOf(error)}`,
        checkoutReferences(known)
      )
    )
    return known
  }
}

async function readDue({ query }: Parts, sessionId: string) {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["amount", "currency_code"],
    filters: { id: sessionId },
  })
  const due = data[0] as
    { amount: BigNumberInput; currency_code: string } | undefined
  return (
    due && {
      cents: toCents(due.amount, due.currency_code),
      currency: due.currency_code.toUpperCase(),
    }
  )
}
