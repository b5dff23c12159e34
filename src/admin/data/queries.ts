import Medusa from "@medusajs/js-sdk"
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import type {
  AttentionAnswer,
  CheckoutAnswer,
  CheckoutList,
  Day,
  OverviewAnswer,
  RefundRequestList,
  StatusAnswer,
  UnmatchedAnswer,
  UnmatchedRefundsAnswer,
} from "../../api/admin/instalments/answers"

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
  statement: "/admin/instalments/statement",
  refreshConfig: "/admin/instalments/config/refresh",
} as const

/** Everything the console has asked is kept under this key. */
export const CONSOLE_KEY = "instalments"

/** Everything the dashboard has asked about orders is kept under this key. */
export const ORDERS_KEY = "orders"

/** Has every figure of the console, and the orders behind it, read again. */
export function useReadAgain() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [CONSOLE_KEY, ORDERS_KEY].map((key) =>
        queries.invalidateQueries({ queryKey: [key] })
      )
    )
}

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

/** Reads one checkout with its timeline. */
export async function readCheckout(reference: string) {
  const path = `${ROUTES.checkouts}/${encodeURIComponent(reference)}`
  const { checkout } = await sdk.client.fetch<CheckoutAnswer>(path)
  return checkout
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
