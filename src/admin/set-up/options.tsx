import { Container, Copy, Heading } from "@medusajs/ui"
import type { Status } from "../../api/admin/instalments/answers"
import { Fact } from "../display/fact"

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
