import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name and what is known about it, one row as on the dashboard's pages. */
export function Fact({
  name,
  children,
}: {
  name: string
  children: ReactNode
}) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-center gap-4 px-6 py-3">
      <Text as="span" size="small" weight="plus" leading="compact">
        {name}
      </Text>
      <div className="txt-compact-small flex min-w-0 flex-wrap items-center gap-1">
        {children}
      </div>
    </div>
  )
}
