import { useQuery } from "@tanstack/react-query"
import type { CheckoutAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

/** One checkout with its timeline, by the ledger's reference. */
export function useCheckout(reference: string | undefined) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "checkout", reference],
    queryFn: async () => {
      const path = `${ROUTES.checkouts}/${encodeURIComponent(reference ?? "")}`
      const { checkout } = await sdk.client.fetch<CheckoutAnswer>(path)
      return checkout
    },
    enabled: reference !== undefined,
  })
}
