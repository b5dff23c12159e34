import type {
  InitiatePaymentInput,
  Logger,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toCents } from "../../modules/instalments/domain/money"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { checkoutRequest } from "./checkout-request"
import { readPayingCart } from "./paying-cart"

const REUSE_MS = 20 * 60_000

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
 * ledger row first, then the request. A paid checkout of the same cart and
 * amount that has no order yet, or one of the same payable state that is
 * younger than 20 minutes, is used again.
 *
 * @throws MedusaError in words for a shopper when the service gives no checkout;
 * the row stays watched, as the service may have made one.
 */
export async function openCheckout(
  {
    ledger,
    query,
    logger,
  }: {
    ledger: InstalmentsModuleService
    query: Omit<RemoteQueryFunction, symbol>
    logger: Logger
  },
  sessionId: string,
  input: InitiatePaymentInput
): Promise<SessionData> {
  const { cart, collectionId } = await readPayingCart(query, sessionId)
  const currency = input.currency_code.toUpperCase()
  const amount = toCents(input.amount, currency)
  const request = await checkoutRequest(ledger, {
    cart,
    collectionId,
    amount,
    currency,
    data: input.data ?? {},
  })

  const [paid] = await ledger.listCheckouts({
    cart_id: cart.id,
    amount,
    currency,
    status: "successful",
    outcome: "open",
  })
  const [same] = await ledger.listCheckouts(
    {
      fingerprint: request.fingerprint,
      status: "received",
      outcome: "open",
      opened_at: { $gt: new Date(ledger.now() - REUSE_MS) },
    },
    { order: { opened_at: "DESC" }, take: 1 }
  )
  const known = paid ?? same
  const row =
    known ??
    (await ledger.createCheckouts({
      amount,
      currency,
      cart_id: cart.id,
      country_code: cart.shipping_address?.country_code ?? null,
      payment_collection_id: collectionId,
      payment_session_id: sessionId,
      fingerprint: request.fingerprint,
      opened_at: new Date(ledger.now()),
    }))
  await ledger.createCheckoutSessions({ id: sessionId, reference: row.id })
  if (known) {
    return sessionData(known)
  }

  const created = await ledger.client
    .createCheckout({ ...request.checkout, client_reference_id: row.id })
    .catch((error: unknown) => {
      logger.error(`Instalment checkout ${row.id} was not created: ${error}`)
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "Instalments are not available right now. Try again in a moment or choose another way to pay."
      )
    })
  return sessionData(
    await ledger.updateCheckouts({
      id: row.id,
      checkout_id: created.id,
      payment_url: created.payment_url,
      status: created.status,
    })
  )

  function sessionData(checkout: {
    id: string
    payment_url: string | null
    amount: number
    currency: string
    status: string | null
  }): SessionData {
    return {
      reference: checkout.id,
      payment_url: checkout.payment_url,
      presentation: ledger.options.presentation,
      amount: checkout.amount,
      currency: checkout.currency,
      status: checkout.status ?? "received",
    }
  }
}
