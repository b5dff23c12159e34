import { Container, Heading, Text } from "@medusajs/ui"
import type { ResolvedItem } from "../../api/admin/instalments/answers"
import { Moment } from "../display/moment"

const HOW: Partial<Record<ResolvedItem["resolution"]["action"], string>> = {
  settle: "placed the order",
  refund: "returned the money",
  identify: "identified the checkout",
  "end-doubt": "ended the doubt",
  retry: "asked for the refund again",
  withdraw: "withdrew the refund",
  check: "checked with the service",
  refresh: "read the config again",
}

/** What was resolved last, by whom, when and how. */
export function ResolvedList({ resolved }: { resolved: ResolvedItem[] }) {
  if (resolved.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Resolved
      </Heading>
      {resolved.map(({ key, title, resolution }) => (
        <div
          key={`${key} ${resolution.resolved_at}`}
          className="flex flex-col gap-y-1 px-6 py-3"
        >
          <Text size="small" weight="plus" leading="compact">
            {title}
          </Text>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {`${resolution.resolved_by_email ?? resolution.resolved_by} ${HOW[resolution.action] ?? "marked it as resolved"}, `}
            <Moment at={resolution.resolved_at} />
            {resolution.note && `: “${resolution.note}”`}
          </Text>
        </div>
      ))}
    </Container>
  )
}
