import { Button, Container, Heading, Text, Tooltip } from "@medusajs/ui"
import type {
  Action,
  Budget,
  Status,
} from "../../api/admin/instalments/answers"
import { useAct } from "../actions/act"
import { ROUTES } from "../data/queries"
import { amountText, durationText } from "../display/format"
import { Nothing } from "../display/read-state"
import { Fact } from "../display/values"

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

const REFRESH: Action = {
  name: "refresh",
  label: "Refresh",
  path: ROUTES.refreshConfig,
}

/** Reads the config again, when the service's limit lets it. */
function RefreshConfig({ budgets }: { budgets: Budget[] }) {
  const act = useAct()
  const budget = budgets.find(({ endpoint }) => /\/config\b/.test(endpoint))
  const wait = budget?.wait_seconds ?? 0
  const button = (
    <Button
      size="small"
      variant="secondary"
      disabled={wait > 0}
      isLoading={act.isPending}
      onClick={() => act.mutate({ action: REFRESH })}
    >
      {wait > 0 ? `Refresh in ${durationText(wait)}` : "Refresh"}
    </Button>
  )
  return wait > 0 ? (
    <Tooltip content="The service's limit lets no request go before.">
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  )
}
