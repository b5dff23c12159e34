import { useQuery } from "@tanstack/react-query"
import type { AttentionAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

const MINUTE_MS = 60_000

/** What needs a person; asked again by itself, as causes go by themselves. */
export function useAttention() {
  return useQuery({
    queryKey: [CONSOLE_KEY, "attention"],
    queryFn: () => sdk.client.fetch<AttentionAnswer>(ROUTES.attention),
    refetchInterval: MINUTE_MS,
  })
}
