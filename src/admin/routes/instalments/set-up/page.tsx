import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { Check } from "../../../../api/admin/instalments/answers"
import { useStatus } from "../../../data/queries"
import { Page } from "../../../display/page"
import { ReadState } from "../../../display/read-state"
import { Prose } from "../../../display/values"
import { Bands } from "../../../set-up/bands"
import { Environment, Options } from "../../../set-up/environment"
import { Budgets, Jobs } from "../../../set-up/work"

export const config = defineRouteConfig({ label: "Set-up", rank: 4 })

/** Whether this store is ready to take instalment payments. */
const SetUpPage = () => {
  const query = useStatus()
  return (
    <Page
      title="Set-up"
      text="What this store can see of its own set-up, and nothing it cannot."
    >
      <ReadState asSection query={query} what="the set-up" rows={10}>
        {(status) => (
          <>
            <Environment status={status} />
            <Checks checks={status.checks} />
            <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
              <Bands status={status} />
              <Jobs jobs={status.jobs} />
              <Budgets budgets={status.budgets} />
              <Options options={status.options} />
            </div>
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default SetUpPage

const STATES = {
  ok: { color: "green", label: "Right" },
  warning: { color: "orange", label: "Warning" },
  error: { color: "red", label: "Wrong" },
  unknown: { color: "grey", label: "Not seen yet" },
} as const

/** Every check with what was seen and what to do. */
function Checks({ checks }: { checks: Check[] }) {
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
