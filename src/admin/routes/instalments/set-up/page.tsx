import { defineRouteConfig } from "@medusajs/admin-sdk"
import { StatusBadge, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type {
  Action,
  Check,
  Status,
  StatusAnswer,
} from "../../../../api/admin/instalments/answers"
import { Actions } from "../../../actions/actions"
import { ROUTES, useRead } from "../../../data/queries"
import { useFormats } from "../../../display/format"
import { EnvironmentBadge, Page, Section } from "../../../display/page"
import { Nothing, ReadState } from "../../../display/read-state"
import { Fact, Moment, Prose } from "../../../display/values"

export const config = defineRouteConfig({
  label: "setUp.title",
  translationNs: "instalments",
  rank: 5,
})

/** Whether this store is ready to take instalment payments. */
const SetUpPage = () => {
  const { t } = useTranslation("instalments")
  const query = useRead<StatusAnswer>(ROUTES.status)
  return (
    <Page
      title={t("setUp.title")}
      text={t("setUp.text")}
      badge={<EnvironmentBadge of={query.data?.status.environment} />}
    >
      <ReadState asSection query={query} what={t("setUp.what")} rows={10}>
        {({ status }) => (
          <>
            <Section title={t("setUp.checks.title")}>
              {status.checks.map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
            </Section>
            <Bands status={status} />
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

/** A check with what was seen and what to do. */
function CheckRow({ check: { name, state, text } }: { check: Check }) {
  const { t } = useTranslation("instalments")
  return (
    <div className="grid grid-cols-1 gap-2 px-6 py-3 sm:grid-cols-[9rem_1fr]">
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
  )
}

const REFRESH: Action = {
  name: "refresh",
  label: "Refresh",
  path: ROUTES.refreshConfig,
}

/** Which amounts can be paid in how many instalments, and when that was read. */
function Bands({ status }: { status: Status }) {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  const { currency, config } = status
  const { bands, fetched_at } = config
  return (
    <Section
      title={t("setUp.bands.title")}
      text={
        <Trans
          t={t}
          i18nKey="setUp.bands.read"
          components={{ moment: <Moment at={fetched_at} /> }}
        />
      }
      action={<Actions actions={[REFRESH]} />}
    >
      {bands.length === 0 && (
        <Nothing
          title={t("setUp.bands.none")}
          text={t("setUp.bands.noneText")}
        />
      )}
      {bands.map(({ from_amount, to_amount, terms }) => (
        <Fact
          key={from_amount}
          name={t("setUp.bands.band", {
            from: amount(from_amount, currency),
            to: amount(to_amount, currency),
          })}
        >
          {t("setUp.bands.payments", { terms: terms.join(", ") })}
        </Fact>
      ))}
    </Section>
  )
}
