import { useQuery } from "@tanstack/react-query"
import type {
  BalanceAnswer,
  CheckoutList,
} from "../../api/admin/instalments/answers"
import { isOfInterest, isRefundMoving, orderPayments } from "./order-payments"
import { CONSOLE_KEY, ORDERS_KEY, readCheckout, ROUTES, sdk } from "./queries"

/** What an order owes, and the link to pay it. */
export const paymentLinkOf = (orderId: string) =>
  `/admin/instalments/orders/${orderId}/payment-link`

/**
 * What is asked about one order, under the key of the order itself: whatever the
 * dashboard does to an order (refund, edit, cancel) has this read again too.
 */
const orderKey = (orderId: string, what: string) => [
  ORDERS_KEY,
  "detail",
  orderId,
  CONSOLE_KEY,
  what,
]

/** More checkouts than one order has ever had. */
const MOST = 100

/** While a refund is booked and sent, which takes seconds. */
const SOON_MS = 3_000

/**
 * An order's instalment payments with their stories, and what is waited for. Asked
 * again by itself while one of its refunds is about to go on.
 */
export function useOrderPayments(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId, "payments"),
    queryFn: async () => {
      const { checkouts } = await sdk.client.fetch<CheckoutList>(
        ROUTES.checkouts,
        { query: { order_id: orderId, limit: MOST } }
      )
      const details = await Promise.all(
        checkouts.filter(isOfInterest).map(({ id }) => readCheckout(id))
      )
      return orderPayments(details)
    },
    refetchInterval: ({ state }) =>
      state.data?.payments.some(isRefundMoving) ? SOON_MS : false,
  })
}

/** What an order owes, and whether a link to pay it can be made. */
export function useBalance(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId, "balance"),
    queryFn: async () => {
      const path = paymentLinkOf(orderId)
      const { balance } = await sdk.client.fetch<BalanceAnswer>(path)
      return balance
    },
  })
}
