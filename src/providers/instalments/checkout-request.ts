import { MedusaError } from "@medusajs/framework/utils"
import { notifyUrl } from "../../modules/instalments/service-api"
import {
  allowedReturnUrl,
  customerPrefill,
  fillTemplate,
  fingerprint,
  lineItems,
} from "../../modules/instalments/rules"
import type {
  ErrorCode,
  InstalmentsOptions,
} from "../../modules/instalments/types"
import type { Payable } from "./payable"

/**
 * The checkout request for a payable, without its reference, and the
 * fingerprints of the payable state. `amount` is integer cents.
 *
 * @throws MedusaError, in words for a shopper and before any call: wrong
 * currency, no e-mail, a return address that the shop does not allow.
 */
export function checkoutRequest(
  options: InstalmentsOptions,
  input: {
    payable: Payable
    amount: number
    currency: string
    data: Record<string, unknown>
  }
) {
  const { payable, amount, currency } = input
  if (currency !== options.currency) {
    refuse(
      `Instalments are only available in ${options.currency}, not in ${currency}. Choose another way to pay.`,
      "instalments_currency"
    )
  }
  if (!payable.email) {
    refuse(
      "Instalments need your e-mail address. Enter it and try again.",
      "instalments_email_missing"
    )
  }
  const items = lineItems({
    items: payable.items,
    shippingTotal: payable.shipping_total,
    amountCents: amount,
  })
  const customer = customerPrefill({ ...payable, email: payable.email })
  const { successUrl, cancelUrl, orderUrl } = options.storefront
  // For a cart the return page waits for the order; an order has its page
  // already.
  const urls = {
    success_url: returnUrl("success_url", successUrl),
    cancel_url: returnUrl("cancel_url", cancelUrl),
  }
  const [newest, ...older] = options.signingSecret
  const print = (key: string) =>
    fingerprint({
      ...{
        key,
        collectionId: payable.collection.id,
        orderId: payable.order_id,
      },
      ...{ amountCents: amount, currency, lineItems: items, customer },
    })
  return {
    fingerprints: [print(newest!), ...older.map(print)] as const,
    checkout: {
      amount,
      currency,
      notify_url: notifyUrl(options),
      ...urls,
      customer,
      line_items: items,
    },
  }

  function returnUrl(key: "success_url" | "cancel_url", template: string) {
    const asked = input.data[key]
    if (typeof asked !== "string") {
      return fillTemplate(payable.order_id ? orderUrl : template, {
        cart_id: payable.cart_id ?? "",
        order_id: payable.order_id ?? "",
        country_code: payable.shipping_address?.country_code ?? "",
      })
    }
    const allowed = allowedReturnUrl(asked, options.storefront.origins)
    return "refusal" in allowed
      ? refuse(allowed.refusal, "instalments_return_address")
      : allowed.url
  }
}

function refuse(message: string, code: ErrorCode): never {
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message, code)
}
