import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { RefundRequestList } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES, type ListQuery } from "./routes"

/** A page of the ledger's refund requests. */
export function useRefundRequests(query: ListQuery) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "refund-requests", query],
    queryFn: () =>
      sdk.client.fetch<RefundRequestList>(ROUTES.refundRequests, { query }),
    placeholderData: keepPreviousData,
  })
}
