import { useQuery } from "@tanstack/react-query"
import type {
  UnmatchedAnswer,
  UnmatchedRefundsAnswer,
} from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

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
