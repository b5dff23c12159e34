import { findOrderCollection } from "./balance.js"
import { InstalmentsError } from "./errors.js"
import { fetchOffer } from "./offer.js"
import { PROVIDER_ID } from "./payment.js"
import type { RememberedSessions } from "./remembered-sessions.js"
import { request, type Connection } from "./request.js"

/** A payment that waits for its shopper on the hosted page. */
export type StartedPayment = {
  sessionId: string
  /** The hosted payment page. */
  paymentUrl: string
  /** What the store and the service call this payment. */
  reference: string
  /** How the store's account allows the page to be shown. */
  presentation: "redirect" | "iframe"
  /** Major units, like 1399.55. */
  amount: number
  currency: string
}

/** What is paid for: a cart, or what an order owes. */
export type Payable = { id: string } | { orderId: string }

/**
 * Where the hosted page sends the shopper; the store's own pages if absent, and for
 * what an order owes the order's page in both cases.
 */
export type ReturnUrls = { successUrl?: string; cancelUrl?: string }

type Collection = {
  id: string
  payment_sessions?: {
    id: string
    provider_id: string
    /** Written by the plugin's provider; `amount` is integer cents. */
    data?: {
      reference: string
      payment_url?: string | null
      presentation: "redirect" | "iframe"
      amount: number
      currency: string
    }
  }[]
}

/**
 * Chooses instalments for a cart, whose payment collection is made if there is
 * none, or for what an order owes: the collection gets a payment session. The same
 * cart or order, asked again, has the same page.
 *
 * @throws InstalmentsError, with the store's words for the shopper; its code is
 * `already_paid`, with the order, when it failed because the cart is paid.
 */
export function startPayment(
  connection: Connection,
  remembered: RememberedSessions,
  payable: Payable,
  urls: ReturnUrls
): Promise<StartedPayment> {
  return start(connection, remembered, payable, urls).catch(
    async (error: unknown) => {
      throw "id" in payable ? await explain(connection, payable, error) : error
    }
  )
}

/** A failure names no order, and may be another program's; the cart's offer knows both. */
async function explain(
  connection: Connection,
  cart: { id: string },
  error: unknown
): Promise<unknown> {
  // While a cart becomes an order it is locked: then nothing says so in words.
  const mayBePaid =
    error instanceof InstalmentsError &&
    ["refused", "unavailable", "already_paid"].includes(error.code)
  if (!mayBePaid) {
    return error
  }
  const { message, status, storeCode } = error
  const offer = await fetchOffer(connection, { cartId: cart.id }).catch(
    () => null
  )
  return offer?.reason === "already_paid"
    ? new InstalmentsError(
        "already_paid",
        message,
        status,
        offer.orderId,
        storeCode
      )
    : error
}

async function start(
  connection: Connection,
  remembered: RememberedSessions,
  payable: Payable,
  { successUrl, cancelUrl }: ReturnUrls
): Promise<StartedPayment> {
  const isCart = "id" in payable
  const id = isCart
    ? await findCartCollection(connection, payable.id)
    : await findOrderCollection(connection, payable.orderId)
  const data = { success_url: successUrl, cancel_url: cancelUrl }
  const { payment_sessions } = await request<Collection>(connection, {
    path: `/store/payment-collections/${encodeURIComponent(id)}/payment-sessions`,
    key: "payment_collection",
    body: { provider_id: PROVIDER_ID, data },
  })
  const session = payment_sessions?.find(
    ({ provider_id }) => provider_id === PROVIDER_ID
  )
  if (!session?.data?.payment_url) {
    throw new InstalmentsError(
      "unavailable",
      "Instalments are not available right now."
    )
  }
  remembered.set(isCart ? payable.id : payable.orderId, session.id)
  const { payment_url, reference, presentation, amount, currency } =
    session.data
  return {
    sessionId: session.id,
    paymentUrl: payment_url,
    reference,
    presentation,
    amount: amount / 100,
    currency,
  }
}

async function findCartCollection(
  connection: Connection,
  cart_id: string
): Promise<string> {
  const { id } = await request<Collection>(connection, {
    path: "/store/payment-collections",
    key: "payment_collection",
    body: { cart_id },
  })
  return id
}
