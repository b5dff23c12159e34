import { useQuery } from "@tanstack/react-query"
import type { AdminOrder } from "@medusajs/types"
import type { BalanceAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, paymentLinkOf } from "./routes"

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
