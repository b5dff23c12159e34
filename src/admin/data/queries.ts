import Medusa from "@medusajs/js-sdk"
import type { AdminOrder } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type {
  AttentionAnswer,
  BalanceAnswer,
  CheckoutAnswer,
  CheckoutList,
  Day,
  OverviewAnswer,
  RefundRequestList,
  StatusAnswer,
  UnmatchedAnswer,
  UnmatchedRefundsAnswer,
} from "../../api/admin/instalments/answers"
import { isOfInterest, orderPayments } from "./order-payments"

/** Where the store's backend is; a store may serve its admin elsewhere. */
const backendUrl = __BACKEND_URL__ || "/"

/** Medusa's client, signed in as the dashboard itself is. */
export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: __AUTH_TYPE__ || "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})

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

/** The days a plot is drawn over, both included. */
export type Period = { from: Day; to: Day }

/** The figures of a period. */
export function useOverview({ from, to }: Period) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "overview", from, to],
    queryFn: async () => {
      const { overview } = await sdk.client.fetch<OverviewAnswer>(
        ROUTES.overview,
        { query: { from, to } }
      )
      return overview
    },
    placeholderData: keepPreviousData,
  })
}

const MINUTE_MS = 60_000

/** What needs a person; asked again by itself, as causes go by themselves. */
export function useAttention() {
  return useQuery({
    queryKey: [CONSOLE_KEY, "attention"],
    queryFn: () => sdk.client.fetch<AttentionAnswer>(ROUTES.attention),
    refetchInterval: MINUTE_MS,
  })
}

/** What is paid at the service and not known here. */
export function useUnmatched() {
  return useQuery({
    queryKey: [CONSOLE_KEY, "unmatched"],
    queryFn: () => sdk.client.fetch<UnmatchedAnswer>(ROUTES.unmatched),
  })
}

/** What is refunded at the service and not known here. */
export function useUnmatchedRefunds() {
  return useQuery({
    queryKey: [CONSOLE_KEY, "unmatched-refunds"],
    queryFn: () =>
      sdk.client.fetch<UnmatchedRefundsAnswer>(ROUTES.unmatchedRefunds),
  })
}

/** A page of the ledger's checkouts. */
export function useCheckouts(query: ListQuery) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "checkouts", query],
    queryFn: () => sdk.client.fetch<CheckoutList>(ROUTES.checkouts, { query }),
    placeholderData: keepPreviousData,
  })
}

/** One checkout with its timeline, by the ledger's reference. */
export function useCheckout(reference: string) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "checkout", reference],
    queryFn: () => readCheckout(reference),
  })
}

async function readCheckout(reference: string) {
  const path = `${ROUTES.checkouts}/${encodeURIComponent(reference)}`
  const { checkout } = await sdk.client.fetch<CheckoutAnswer>(path)
  return checkout
}

/** More checkouts than one order has ever had. */
const MOST = 100

/** An order's instalment payments with their stories, and what is waited for. */
export function useOrderPayments(orderId: string) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "order", orderId],
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
  })
}

/** What an order owes, and whether a link to pay it can be made. */
export function useBalance({ id, summary }: AdminOrder) {
  return useQuery({
    // The order's page stays while its edits, exchanges and claims are confirmed in
    // front of it: what is owed is asked again when Medusa's own sum has changed.
    queryKey: [CONSOLE_KEY, "balance", id, summary?.pending_difference],
    queryFn: async () => {
      const path = paymentLinkOf(id)
      const { balance } = await sdk.client.fetch<BalanceAnswer>(path)
      return balance
    },
  })
}

/** A page of the ledger's refund requests. */
export function useRefundRequests(query: ListQuery) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "refund-requests", query],
    queryFn: () =>
      sdk.client.fetch<RefundRequestList>(ROUTES.refundRequests, { query }),
    placeholderData: keepPreviousData,
  })
}

/** The health of the store's set-up. */
export function useStatus() {
  return useQuery({
    queryKey: [CONSOLE_KEY, "status"],
    queryFn: async () => {
      const { status } = await sdk.client.fetch<StatusAnswer>(ROUTES.status)
      return status
    },
  })
}
