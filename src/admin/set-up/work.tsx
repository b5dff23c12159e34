import { Container, Heading, Text } from "@medusajs/ui"
import type { Budget, Status } from "../../api/admin/instalments/answers"
import { durationText } from "../display/format"
import { Fact, Moment, Prose } from "../display/values"

/** The scheduled jobs and when each last ran. */
export function Jobs({ jobs }: Pick<Status, "jobs">) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Jobs
      </Heading>
      {jobs.map(({ name, schedule, last_run_at, last_error }) => (
        <div key={name} className="flex flex-col gap-y-1 px-6 py-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Text size="small" weight="plus" leading="compact">
              {name}
            </Text>
            <code className="txt-compact-xsmall text-ui-fg-subtle font-mono">
              {schedule}
            </code>
          </div>
          <Text size="small" className="text-ui-fg-subtle">
            {last_run_at ? "Last run " : "Has not run yet"}
            {last_run_at && <Moment at={last_run_at} />}
          </Text>
          {last_error && (
            <Text size="small" className="text-ui-fg-error break-words">
              <Prose>{last_error}</Prose>
            </Text>
          )}
        </div>
      ))}
    </Container>
  )
}

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
