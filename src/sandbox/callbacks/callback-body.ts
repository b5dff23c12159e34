import type { SandboxCheckout } from "../state/records"

/** What a callback says. The specification names the first three fields. */
export type CallbackBody = Record<string, unknown>

/**
 * The callback of a checkout. `number_of_payments` is left out when the
 * shopper never chose a term. `amount` is integer cents.
 */
export function callbackBody(
  checkout: SandboxCheckout,
  status: string,
  numberOfPayments: number | null = checkout.number_of_payments
): CallbackBody {
  return {
    client_reference_id: checkout.client_reference_id,
    status,
    ...(numberOfPayments === null
      ? {}
      : { number_of_payments: numberOfPayments }),
    checkout_id: checkout.id,
    amount: checkout.amount,
    currency: checkout.currency,
  }
}
