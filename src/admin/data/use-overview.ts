import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { Day, OverviewAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

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
