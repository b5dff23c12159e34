import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Check } from "../../../../api/admin/instalments/answers"
import { useStatus } from "../../../data/queries"
import { Page } from "../../../display/page"
import { ReadState } from "../../../display/read-state"
import { Prose } from "../../../display/values"
import { Bands } from "../../../set-up/bands"
import { Environment, Options } from "../../../set-up/environment"
import { Budgets, Jobs } from "../../../set-up/work"

export const config = defineRouteConfig({
  label: "setUp.title",
  translationNs: "instalments",
  rank: 5,
})

/** Whether this store is ready to take instalment payments. */
const SetUpPage = () => {
  const { t } = useTranslation("instalments")
  const query = useStatus()
  return (
    <Page title={t("setUp.title")} text={t("setUp.text")}>
      <ReadState asSection query={query} what={t("setUp.what")} rows={10}>
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
  ok: "green",
  warning: "orange",
  error: "red",
  unknown: "grey",
} as const

/** Every check with what was seen and what to do. */
function Checks({ checks }: { checks: Check[] }) {
  const { t } = useTranslation("instalments")
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("setUp.checks.title")}
      </Heading>
      {checks.map(({ name, state, text }) => (
        <div
          key={name}
          className="grid grid-cols-1 gap-2 px-6 py-3 sm:grid-cols-[9rem_1fr]"
        >
          <div>
            <StatusBadge color={STATES[state]}>
              {t(`setUp.checks.${state}`)}
            </StatusBadge>
          </div>
          <div className="min-w-0">
            <Text size="small" weight="plus" leading="compact">
              {t(`setUp.checks.names.${name}`)}
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
