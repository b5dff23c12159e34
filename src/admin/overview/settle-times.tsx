import { Container, Heading, Text } from "@medusajs/ui"
import type { Overview } from "../../api/admin/instalments/answers"
import { durationText } from "../display/duration"

/** How long a shopper who has paid waits for the order. */
export function SettleTimes({ overview }: { overview: Overview }) {
  const { count, median_seconds, p90_seconds } = overview.callback_to_order
  return (
    <Container className="flex flex-col gap-y-4">
      <div>
        <Heading level="h2">From callback to order</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {count === 0
            ? "No order of this period was placed by a callback."
            : `Over ${count} ${count === 1 ? "order" : "orders"} placed by a callback.`}
        </Text>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Time name="Half of them within" seconds={median_seconds} />
        <Time name="Nine of ten within" seconds={p90_seconds} />
      </dl>
    </Container>
  )
}

function Time({ name, seconds }: { name: string; seconds: number | null }) {
  return (
    <div>
      <dt className="txt-compact-small text-ui-fg-subtle">{name}</dt>
      <dd className="text-ui-fg-base text-2xl font-medium">
        {seconds === null ? "–" : durationText(seconds)}
      </dd>
    </div>
  )
}
