/** The admin routes that the console asks. */
export const ROUTES = {
  checkouts: "/admin/instalments/checkouts",
  refundRequests: "/admin/instalments/refund-requests",
  attention: "/admin/instalments/attention",
  unmatched: "/admin/instalments/unmatched",
  unmatchedRefunds: "/admin/instalments/unmatched-refunds",
  status: "/admin/instalments/status",
  overview: "/admin/instalments/overview",
  refreshConfig: "/admin/instalments/config/refresh",
} as const

/** What an order owes, and the link to pay it. */
export const paymentLinkOf = (orderId: string) =>
  `/admin/instalments/orders/${orderId}/payment-link`

/** Everything the console has asked is kept under this key. */
export const CONSOLE_KEY = "instalments"

/** What a list is asked for, as it stands in the address. */
export type ListQuery = Record<string, unknown>
