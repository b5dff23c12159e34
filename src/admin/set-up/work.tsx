import { Container, Heading, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type { Budget, Status } from "../../api/admin/instalments/answers"
import { useFormats } from "../display/format"
import { Fact, Moment, Prose } from "../display/values"

/** The scheduled jobs and when each last ran. */
export function Jobs({ jobs }: Pick<Status, "jobs">) {
  const { t } = useTranslation("instalments")
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("setUp.jobs.title")}
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
            {last_run_at ? (
              <Trans
                t={t}
                i18nKey="setUp.jobs.lastRun"
                components={{ moment: <Moment at={last_run_at} /> }}
              />
            ) : (
              t("setUp.jobs.notRun")
            )}
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
  const { t } = useTranslation("instalments")
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("setUp.budgets.title")}
      </Heading>
      {budgets.map((budget) => (
        <Fact key={budget.endpoint} name={budget.endpoint}>
          <Usage budget={budget} />
        </Fact>
      ))}
    </Container>
  )
}

function Usage({ budget }: { budget: Budget }) {
  const { t } = useTranslation("instalments")
  const { duration } = useFormats()
  const { requests, window_seconds, used, wait_seconds } = budget
  const usage =
    requests === null || window_seconds === null
      ? t("setUp.budgets.unlimited", { used })
      : t("setUp.budgets.used", {
          used,
          requests,
          duration: duration(window_seconds),
        })
  return wait_seconds > 0
    ? t("setUp.budgets.usedAndNext", {
        usage,
        duration: duration(wait_seconds),
      })
    : usage
}
