/// <reference lib="dom" />
import { fetchBalance, type Balance } from "./balance.js"
import { fetchOffer, type Offer, type OfferInput } from "./offer.js"
import { pause } from "./pause.js"
import { pay, type PayOptions } from "./pay.js"
import { fetchPayment, findSessionId, type Payment } from "./payment.js"
import { rememberedSessions } from "./remembered-sessions.js"
import type { Connection } from "./request.js"
import {
  startPayment,
  type Payable,
  type ReturnUrls,
  type StartedPayment,
} from "./start.js"
import {
  waitForResult,
  type Clock,
  type WaitOptions,
} from "./wait-for-result.js"

/** What a storefront does with instalments. Amounts are major units. */
export type Instalments = {
  /** What may be promised for an amount or a cart. @throws InstalmentsError */
  offer(input: OfferInput, options?: { signal?: AbortSignal }): Promise<Offer>
  /**
   * What an order owes, for the page of Medusa's payment link. What it answers
   * can be given to `offer` and `start`. @throws InstalmentsError
   */
  balance(orderId: string, options?: { signal?: AbortSignal }): Promise<Balance>
  /**
   * Chooses instalments for a cart, or for what an order owes, and remembers its
   * payment session in this browser. @throws InstalmentsError, with words for the
   * shopper; for a cart that is paid its code is `already_paid`, and `orderId` is
   * where to lead
   */
  start(payable: Payable, urls?: ReturnUrls): Promise<StartedPayment>
  /** Takes the shopper to the hosted page, or frames it in a container. */
  pay(started: StartedPayment, options?: PayOptions): void
  /** Whether this browser has started a payment of the cart or order. */
  hasStarted(id: string): boolean
  /**
   * Waits until a payment is more than pending. `id` is the payment session's, the
   * cart's or the order's, which stands for its last payment. After the time-out it
   * answers the last known state, which then is `pending`.
   * @throws InstalmentsError for an unknown payment
   */
  waitForResult(id: string, options?: WaitOptions): Promise<Payment>
}

/**
 * A client for the plugin's store routes; works in browsers and on servers.
 *
 * @example
 * const instalments = createInstalments({ baseUrl, publishableKey })
 * const { status, orderId } = await instalments.waitForResult(cartId)
 */
export function createInstalments({
  clock = { now: Date.now, wait: pause },
  ...connection
}: Connection & { clock?: Clock }): Instalments {
  const remembered = rememberedSessions()
  return {
    offer: (input, { signal } = {}) => fetchOffer(connection, input, signal),
    balance: (orderId, { signal } = {}) =>
      fetchBalance(connection, orderId, signal),
    start: (payable, urls = {}) =>
      startPayment(connection, remembered, payable, urls),
    pay,
    hasStarted: (id) => remembered.get(id) !== undefined,
    waitForResult(id, options = {}) {
      const { signal } = options
      return waitForResult(
        async () => {
          const session = await findSessionId(
            connection,
            remembered,
            id,
            signal
          )
          return fetchPayment(connection, session, signal)
        },
        clock,
        options
      )
    },
  }
}
