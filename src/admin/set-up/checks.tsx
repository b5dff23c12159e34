import { Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { Check } from "../../api/admin/instalments/answers"
import { Prose } from "../display/prose"

const STATES = {
  ok: { color: "green", label: "Right" },
  warning: { color: "orange", label: "Warning" },
  error: { color: "red", label: "Wrong" },
  unknown: { color: "grey", label: "Not seen yet" },
} as const

/** Every check with what was seen and what to do. */
export function Checks({ checks }: { checks: Check[] }) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Checks
      </Heading>
      {checks.map(({ name, state, title, text }) => (
        <div
          key={name}
          className="grid grid-cols-1 gap-2 px-6 py-3 sm:grid-cols-[9rem_1fr]"
        >
          <div>
            <StatusBadge color={STATES[state].color}>
              {STATES[state].label}
            </StatusBadge>
          </div>
          <div className="min-w-0">
            <Text size="small" weight="plus" leading="compact">
              {title}
            </Text>
            <Text size="small" className="text-ui-fg-subtle break-words">
              <Prose>{text}</Prose>
            </Text>
          </div>
        </div>
      ))}
    </Container>
  )
}
