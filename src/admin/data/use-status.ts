import { useQuery } from "@tanstack/react-query"
import type { StatusAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

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
