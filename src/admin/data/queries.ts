import Medusa from "@medusajs/js-sdk"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AttentionAnswer,
  CheckoutAnswer,
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

/** What a route answers; until it does, what it answered to another query. */
export function useRead<Answer>(
  route: string,
  query: Record<string, unknown> = {},
  refetchInterval?: number
) {
  return useQuery({
    queryKey: [CONSOLE_KEY, route, query],
    queryFn: () => sdk.client.fetch<Answer>(route, { query }),
    placeholderData: (answer, of) =>
      of?.queryKey[1] === route ? answer : undefined,
    refetchInterval,
  })
}

const MINUTE_MS = 60_000

/** What needs a person; asked again by itself, as causes go by themselves. */
export const useAttention = () =>
  useRead<AttentionAnswer>(ROUTES.attention, {}, MINUTE_MS)

/** Where one checkout is read, by the ledger's reference. */
const checkoutRoute = (reference: string) =>
  `${ROUTES.checkouts}/${encodeURIComponent(reference)}`

/** One checkout with its timeline. */
export const useCheckout = (reference: string) =>
  useRead<CheckoutAnswer>(checkoutRoute(reference))

/** Reads one checkout with its timeline. */
export async function readCheckout(reference: string) {
  const route = checkoutRoute(reference)
  const { checkout } = await sdk.client.fetch<CheckoutAnswer>(route)
  return checkout
}
