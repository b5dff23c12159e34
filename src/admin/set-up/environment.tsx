import { clx, Container, Copy, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { Status } from "../../api/admin/instalments/answers"
import { Fact } from "../display/values"

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

/** The options the store runs with. No secret is among them. */
export function Options({ options }: Pick<Status, "options">) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Options
      </Heading>
      <Fact name="Callback address">
        <span className="min-w-0 break-all">{options.notify_url}</span>
        <Copy content={options.notify_url} aria-label="Copy callback address" />
      </Fact>
      <Fact name="Currency">{options.currency}</Fact>
      <Fact name="Time zone">{options.time_zone}</Fact>
      <Fact name="Refunds are approved">{options.refund_approval}</Fact>
      <Fact name="Refunds on the day of purchase">
        {options.refund_same_day}
      </Fact>
      <Fact name="Payments without an order">{options.unplaced_payments}</Fact>
      <Fact name="Payment page">{options.presentation}</Fact>
      <Fact name="Callback signature">
        {`${options.callback_algorithm}, ${options.callback_encoding}, ${
          options.callback_has_own_key ? "a key of its own" : "the signing key"
        }`}
      </Fact>
    </Container>
  )
}
