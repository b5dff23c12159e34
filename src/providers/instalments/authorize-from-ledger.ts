import type {
  AuthorizePaymentOutput,
  BigNumberInput,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toCents } from "../../modules/instalments/domain/money"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Answers from the ledger whether the payment session is paid, after comparing
 * amount and currency to the cent. Session data is never believed: the browser
 * can write it.
 *
 * @throws MedusaError, of the two types that cart completion turns into a
 * clean 200 with words for the shopper.
 */
export async function authorizeFromLedger(
  {
    ledger,
    query,
  }: {
    ledger: InstalmentsModuleService
    query: Omit<RemoteQueryFunction, symbol>
  },
  sessionId: string,
  data: Record<string, unknown>
): Promise<AuthorizePaymentOutput> {
  const [session] = await ledger.listCheckoutSessions({ id: sessionId })
  const [checkout] = session
    ? await ledger.listCheckouts({ id: session.reference })
    : []
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
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["amount", "currency_code"],
    filters: { id: sessionId },
  })
  const asked = sessions[0] as
    { amount: BigNumberInput; currency_code: string } | undefined
  const cents = asked && toCents(asked.amount, asked.currency_code)
  const currency = asked?.currency_code.toUpperCase()
  if (cents !== checkout.amount || currency !== checkout.currency) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
      `The cart changed after it was paid: ${checkout.amount} cents ${checkout.currency} were paid, ${cents} cents ${currency} are due. The shop has been told about reference ${checkout.id}.`
    )
  }
  return {
    status: "captured",
    data: { ...data, reference: checkout.id, status: checkout.status },
  }
}
