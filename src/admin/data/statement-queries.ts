import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query"
import { useEffect } from "react"
import type {
  StatementAnswer,
  StatementLinesAnswer,
} from "../../api/admin/instalments/answers"
import { CONSOLE_KEY, ROUTES, sdk } from "./queries"

/** The sums of a month, of today's while none is chosen. */
export function useStatement(month: string | null) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "statement", month],
    queryFn: async () => {
      const { statement } = await sdk.client.fetch<StatementAnswer>(
        ROUTES.statement,
        { query: month ? { month } : {} }
      )
      return statement
    },
    placeholderData: keepPreviousData,
  })
}

const lines = (query: Record<string, unknown>) =>
  sdk.client.fetch<StatementLinesAnswer>(`${ROUTES.statement}/lines`, { query })

/** A month's lines, a page at a time. */
export function useStatementLines(month: string) {
  return useInfiniteQuery({
    queryKey: [CONSOLE_KEY, "statement-lines", month],
    queryFn: ({ pageParam }) => lines({ month, limit: 20, ...pageParam }),
    initialPageParam: {},
    getNextPageParam: ({ next }) => (next ? { after: next } : null),
  })
}

/** So many are compared at a time, so that no answer takes long. */
const COMPARED = 500

/** Compares a whole month, answer by answer; keeps what differs, and the sums. */
export function useComparison(month: string) {
  const query = useInfiniteQuery({
    queryKey: [CONSOLE_KEY, "statement-differences", month],
    queryFn: ({ pageParam }) =>
      lines({ month, limit: COMPARED, only: "differences", ...pageParam }),
    initialPageParam: {},
    getNextPageParam: ({ next }) => (next ? { after: next } : null),
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) {
      void fetchNextPage()
    }
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return query
}
