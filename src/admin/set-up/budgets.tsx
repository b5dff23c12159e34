import { Container, Heading } from "@medusajs/ui"
import type { Budget } from "../../api/admin/instalments/answers"
import { durationText } from "../display/duration"
import { Fact } from "../display/fact"

/** What the service's rate limits leave, over all processes of the store. */
export function Budgets({ budgets }: { budgets: Budget[] }) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Requests to the service
      </Heading>
      {budgets.map((budget) => (
        <Fact key={budget.endpoint} name={budget.endpoint}>
          {usage(budget)}
        </Fact>
      ))}
    </Container>
  )
}

function usage({ requests, window_seconds, used, wait_seconds }: Budget) {
  const of =
    requests === null || window_seconds === null
      ? `${used}, no limit documented`
      : `${used} of ${requests} in ${durationText(window_seconds)}`
  const next = wait_seconds > 0 ? `, next in ${durationText(wait_seconds)}` : ""
  return of + next
}
