import { Container, Heading, Text } from "@medusajs/ui"
import type { Status } from "../../api/admin/instalments/answers"
import { Moment } from "../display/moment"
import { Prose } from "../display/prose"

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
