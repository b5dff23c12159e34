import { Container, Heading, Text } from "@medusajs/ui"
import type { CheckoutCallback } from "../../api/admin/instalments/answers"
import { Moment } from "../display/moment"
import { Prose } from "../display/prose"

/** The verified callbacks of one checkout, and those that are held. */
export function Callbacks({ callbacks }: { callbacks: CheckoutCallback[] }) {
  if (callbacks.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Callbacks
      </Heading>
      {callbacks.map((callback) => (
        <div key={callback.id} className="flex flex-col gap-y-1 px-6 py-3">
          <Text size="small" leading="compact">
            {`“${callback.status ?? "not understood"}”, came ${times(callback.deliveries)}, last `}
            <Moment at={callback.last_received_at} />
          </Text>
          {callback.held_reason && (
            <Text size="small" className="text-ui-fg-error break-words">
              <Prose>{callback.held_reason}</Prose>
            </Text>
          )}
        </div>
      ))}
    </Container>
  )
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`
}
