import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure } from "./failure"
import { Loading } from "./loading"

type Props<T> = {
  query: UseQueryResult<T>
  /** What is read, as it follows “Could not read …”. */
  what: string
  rows?: number
  children: (data: T) => ReactNode
}

/** Shows what was read, or that it is being read, or why it was not. */
export function ReadState<T>({ query, what, rows = 4, children }: Props<T>) {
  if (query.data !== undefined) {
    return <>{children(query.data)}</>
  }
  if (query.error) {
    const retry = () => void query.refetch()
    return <Failure what={what} error={query.error} onRetry={retry} />
  }
  return <Loading rows={rows} what={what} />
}
