import { defineJoinerConfig } from "@medusajs/framework/utils"
import { Callback } from "./models/callback"
import { Checkout } from "./models/checkout"
import { RefundRequest } from "./models/refund-request"
import { INSTALMENTS_MODULE } from "./name"

/**
 * How `query.graph` reads the ledger. Its tables have the plugin's name as
 * prefix, the module's methods do not: without this, Medusa would call
 * `listInstalmentsCheckouts`.
 */
export function joinerConfig() {
  return defineJoinerConfig(INSTALMENTS_MODULE, {
    models: [Checkout, RefundRequest, Callback],
    alias: [
      alias("instalments_checkout", "InstalmentsCheckout", "Checkouts"),
      alias(
        "instalments_refund_request",
        "InstalmentsRefundRequest",
        "RefundRequests"
      ),
      alias("instalments_callback", "InstalmentsCallback", "Callbacks"),
    ],
  })
}

function alias(name: string, entity: string, methodSuffix: string) {
  return { name: [name, `${name}s`], entity, args: { methodSuffix } }
}
