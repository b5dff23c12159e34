import { Container } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure } from "./failure"
import { Loading } from "./loading"

type Props<T> = {
  query: UseQueryResult<T>
  /** What is read, as it follows “Could not read …”. */
  what: string
  rows?: number
  /** True where no section is around it yet: it then draws its own. */
  asSection?: boolean
  children: (data: T) => ReactNode
}

/** Shows what was read, or that it is being read, or why it was not. */
export function ReadState<T>(props: Props<T>) {
  const { query, what, rows = 4, asSection = false, children } = props
  if (query.data !== undefined) {
    return <>{children(query.data)}</>
  }
  const retry = () => void query.refetch()
  const state = query.error ? (
    <Failure what={what} error={query.error} onRetry={retry} />
  ) : (
    <Loading rows={rows} what={what} />
  )
  return asSection ? <Container className="p-0">{state}</Container> : state
}
