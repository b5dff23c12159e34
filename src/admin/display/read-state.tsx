import { ExclamationCircle } from "@medusajs/icons"
import { Button, Container, Skeleton, Text } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"

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

/** Stands where `rows` rows of a section will be. */
export function Loading({ rows, what }: { rows: number; what: string }) {
  const { t } = useTranslation("instalments")
  return (
    <div
      role="status"
      aria-label={t("shown.loading", { what })}
      className="flex flex-col gap-y-3 px-6 py-4"
    >
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </div>
  )
}

type FailureProps = { what: string; error: Error; onRetry: () => void }

/** What could not be read, why, and the way to try it again. */
export function Failure({ what, error, onRetry }: FailureProps) {
  const { t } = useTranslation("instalments")
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-y-3 px-6 py-8 text-center"
    >
      <ExclamationCircle className="text-ui-tag-red-icon" />
      <div>
        <Text size="small" weight="plus">
          {t("shown.notRead", { what })}
        </Text>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {error.message}
        </Text>
      </div>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t("shown.tryAgain")}
      </Button>
    </div>
  )
}

/** An empty section: that it is empty, and whether that is good. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col items-center gap-y-1 px-6 py-10 text-center">
      <Text size="small" weight="plus">
        {title}
      </Text>
      <Text size="small" className="text-ui-fg-subtle max-w-md text-pretty">
        {text}
      </Text>
    </div>
  )
}
