import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { CheckoutList } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES, type ListQuery } from "./routes"

/** A page of the ledger's checkouts. */
export function useCheckouts(query: ListQuery) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "checkouts", query],
    queryFn: () => sdk.client.fetch<CheckoutList>(ROUTES.checkouts, { query }),
    placeholderData: keepPreviousData,
  })
}
