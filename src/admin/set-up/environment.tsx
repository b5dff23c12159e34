import { clx, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { Status } from "../../api/admin/instalments/answers"

const STATES = {
  ok: { color: "green", label: "Everything seen is right" },
  warning: { color: "orange", label: "Look at the warnings" },
  error: { color: "red", label: "Something is wrong" },
} as const

/** Which service this store talks to, in letters nobody overlooks. */
export function Environment({ status }: { status: Status }) {
  const { color, label } = STATES[status.state]
  const isSandbox = status.environment === "sandbox"
  return (
    <Container className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <Heading
          level="h2"
          className={clx(
            "text-3xl font-bold uppercase leading-tight tracking-wide",
            isSandbox ? "text-ui-tag-orange-text" : "text-ui-tag-green-text"
          )}
        >
          {status.environment}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle break-all">
          {`${status.options.base_url}${isSandbox ? " · no real money moves" : " · real money moves"}`}
        </Text>
      </div>
      <StatusBadge color={color}>{label}</StatusBadge>
    </Container>
  )
}
