import { clx, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Status } from "../../api/admin/instalments/answers"
import { CopyButton, Fact } from "../display/values"

const STATES = { ok: "green", warning: "orange", error: "red" } as const

/** Which service this store talks to, in letters nobody overlooks. */
export function Environment({ status }: { status: Status }) {
  const { t } = useTranslation("instalments")
  const { environment, options, state } = status
  const isSandbox = environment === "sandbox"
  const money = isSandbox ? "noRealMoney" : "realMoney"
  return (
    <Container className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <Heading
          level="h2"
          className={clx(
            "text-3xl font-bold uppercase leading-tight tracking-wide",
            isSandbox ? "text-ui-tag-orange-text" : "text-ui-tag-green-text"
          )}
        >
          {t(`setUp.environment.${environment}`)}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle break-all">
          {t(`setUp.environment.${money}`, { address: options.base_url })}
        </Text>
      </div>
      <StatusBadge color={STATES[state]}>
        {t(`setUp.environment.${state}`)}
      </StatusBadge>
    </Container>
  )
}

/** The options the store runs with. No secret is among them. */
export function Options({ options }: Pick<Status, "options">) {
  const { t } = useTranslation("instalments")
  const key = options.callback_has_own_key ? "ownKey" : "signingKey"
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("setUp.options.title")}
      </Heading>
      <Fact name={t("setUp.options.callbackAddress")}>
        <span className="min-w-0 break-all">{options.notify_url}</span>
        <CopyButton text={options.notify_url} what="callbackAddress" />
      </Fact>
      <Fact name={t("setUp.options.currency")}>{options.currency}</Fact>
      <Fact name={t("setUp.options.timeZone")}>{options.time_zone}</Fact>
      <Fact name={t("setUp.options.refundApproval")}>
        {t(`setUp.options.${options.refund_approval}`)}
      </Fact>
      <Fact name={t("setUp.options.refundSameDay")}>
        {t(`setUp.options.${options.refund_same_day}`)}
      </Fact>
      <Fact name={t("setUp.options.unplacedPayments")}>
        {t(`setUp.options.${options.unplaced_payments}`)}
      </Fact>
      <Fact name={t("setUp.options.paymentPage")}>
        {t(`setUp.options.${options.presentation}`)}
      </Fact>
      <Fact name={t("setUp.options.signature")}>
        {t(`setUp.options.${key}`, {
          algorithm: options.callback_algorithm,
          encoding: options.callback_encoding,
        })}
      </Fact>
    </Container>
  )
}
