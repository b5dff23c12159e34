import { Button, Container, Heading, Text, Tooltip } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type {
  Action,
  Band,
  Budget,
  Status,
} from "../../api/admin/instalments/answers"
import { useAct } from "../actions/act"
import { ROUTES } from "../data/queries"
import { useFormats } from "../display/format"
import { Nothing } from "../display/read-state"
import { Fact, Moment } from "../display/values"

/** Which amounts can be paid in how many instalments, and how old that is. */
export function Bands({ status }: { status: Status }) {
  const { bands, age_seconds, former_bands, changed_at } = status.config
  const { currency } = status.options
  const { t } = useTranslation("instalments")
  const { duration } = useFormats()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div>
          <Heading level="h2">{t("setUp.bands.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {age_seconds === null
              ? t("setUp.bands.neverRead")
              : t("setUp.bands.read", { duration: duration(age_seconds) })}
          </Text>
        </div>
        <RefreshConfig budgets={status.budgets} />
      </div>
      {bands.length === 0 && (
        <Nothing
          title={t("setUp.bands.none")}
          text={t("setUp.bands.noneText")}
        />
      )}
      <BandList bands={bands} currency={currency} />
      {former_bands && changed_at && (
        <>
          <Text size="small" className="text-ui-fg-subtle px-6 py-3">
            <Trans
              t={t}
              i18nKey={
                former_bands.length > 0
                  ? "setUp.bands.changed"
                  : "setUp.bands.began"
              }
              components={{ moment: <Moment at={changed_at} /> }}
            />
          </Text>
          <BandList bands={former_bands} currency={currency} />
        </>
      )}
    </Container>
  )
}

type BandListProps = { bands: Band[]; currency: string }

function BandList({ bands, currency }: BandListProps) {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  return bands.map(({ from_amount, to_amount, terms }) => (
    <Fact
      key={`${from_amount} ${to_amount}`}
      name={t("setUp.bands.band", {
        from: amount(from_amount, currency),
        to: amount(to_amount, currency),
      })}
    >
      {t("setUp.bands.payments", { terms: terms.join(", ") })}
    </Fact>
  ))
}

const REFRESH: Action = {
  name: "refresh",
  label: "Refresh",
  path: ROUTES.refreshConfig,
}

/** Reads the config again, when the service's limit lets it. */
function RefreshConfig({ budgets }: { budgets: Budget[] }) {
  const { t } = useTranslation("instalments")
  const { duration } = useFormats()
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
      {wait > 0
        ? t("setUp.bands.refreshIn", { duration: duration(wait) })
        : REFRESH.label}
    </Button>
  )
  return wait > 0 ? (
    <Tooltip content={t("setUp.bands.limit")}>
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  )
}
