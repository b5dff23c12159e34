import { notifyUrl } from "../../../../modules/instalments/callback/notify-url"
import type { InstalmentsOptions } from "../../../../modules/instalments/options/parse-options"
import type { Status } from "../answers"

/** The options that may be shown: each is named here, so no secret slips in. */
export function shownOptions(options: InstalmentsOptions): Status["options"] {
  const { storefront, refunds, callback } = options
  return {
    base_url: options.baseUrl,
    notify_url: notifyUrl(options),
    success_url: storefront.successUrl,
    cancel_url: storefront.cancelUrl,
    order_url: storefront.orderUrl,
    currency: options.currency,
    time_zone: options.timeZone,
    refund_approval: refunds.approval,
    refund_same_day: refunds.sameDay,
    unplaced_payments: options.unplacedPayments,
    presentation: options.presentation,
    callback_algorithm: callback.algorithm,
    callback_encoding: callback.encoding,
    callback_has_own_key: callback.key !== options.signingSecret,
    clock_offset_ms: options.clockOffset,
  }
}
