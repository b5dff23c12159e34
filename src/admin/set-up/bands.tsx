import { Container, Heading, Text } from "@medusajs/ui"
import type { Status } from "../../api/admin/instalments/answers"
import { amountText } from "../display/amount"
import { durationText } from "../display/duration"
import { Fact } from "../display/fact"
import { Nothing } from "../display/nothing"
import { RefreshConfig } from "./refresh-config"

/** Which amounts can be paid in how many instalments, and how old that is. */
export function Bands({ status }: { status: Status }) {
  const { bands, age_seconds } = status.config
  const { currency } = status.options
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div>
          <Heading level="h2">Amount bands</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {age_seconds === null
              ? "Never read"
              : `Read ${durationText(age_seconds)} ago`}
          </Text>
        </div>
        <RefreshConfig budgets={status.budgets} />
      </div>
      {bands.length === 0 && (
        <Nothing
          title="No bands known"
          text="Shoppers are offered nothing until the service's config was read once."
        />
      )}
      {bands.map(({ from_amount, to_amount, terms }) => (
        <Fact
          key={`${from_amount} ${to_amount}`}
          name={`${amountText(from_amount, currency)} to ${amountText(to_amount, currency)}`}
        >
          {`${terms.join(", ")} payments`}
        </Fact>
      ))}
    </Container>
  )
}
