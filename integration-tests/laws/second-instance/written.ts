/**
 * The tables before whose writes the process can be killed: all of the ledger,
 * and those that core writes for carts, orders, payments and refunds.
 */
export const WRITTEN = [
  "instalments_callback",
  "instalments_checkout",
  "instalments_checkout_session",
  "instalments_refund_request",
  "instalments_request_limit",
  "instalments_sweep",
  "cart",
  "order",
  "order_cart",
  "order_change",
  "order_credit_line",
  "order_payment_collection",
  "order_summary",
  "order_transaction",
  "reservation_item",
  "payment",
  "payment_collection",
  "payment_session",
  "capture",
  "refund",
]
