import { useTranslation } from "react-i18next"
import type { Overview } from "../../api/admin/instalments/answers"
import { useFormats } from "../display/format"
import { Bars } from "./bars"
import { PlotFrame } from "./plot"

/** The refunds that are on their way, by how long they have been. */
export function RefundsPlot({ overview }: { overview: Overview }) {
  const { refunds_outstanding: refunds, currency } = overview
  const total = overview.refunds_outstanding_total
  const { t } = useTranslation("instalments")
  const { amount: amountText, roundAmount, duration } = useFormats()
  return (
    <PlotFrame
      title={t("overview.refunds.title")}
      text={t("overview.refunds.text", {
        count: total.count,
        amount: amountText(total.amount, currency),
      })}
      isEmpty={refunds.length === 0}
      emptyText={t("overview.refunds.empty")}
      figures={{
        head: [
          t("overview.columns.reference"),
          t("overview.columns.status"),
          t("overview.columns.age"),
          t("overview.columns.amount"),
        ],
        rows: refunds.map(({ reference, status, age_seconds, amount }) => [
          reference,
          t(`shown.refundStatuses.${status}`),
          duration(age_seconds),
          amountText(amount, currency),
        ]),
      }}
    >
      <Bars
        rows={byAge(refunds)}
        series={[
          {
            key: "amount",
            name: t("overview.refunds.outstanding"),
            colour: "var(--tag-orange-icon)",
          },
        ]}
        text={(cents) => amountText(cents, currency)}
        axisText={(cents) => roundAmount(cents, currency)}
      />
    </PlotFrame>
  )
}

const DAY_SECONDS = 86_400

/** In days, short enough to stand below every bar on a phone. */
const AGES = [
  { label: "< 1", below: DAY_SECONDS },
  { label: "1–3", below: 4 * DAY_SECONDS },
  { label: "4–7", below: 8 * DAY_SECONDS },
  { label: "8–14", below: 15 * DAY_SECONDS },
  { label: "> 14", below: Infinity },
]

/** The cents of outstanding refunds by age; every refund is in one. */
function byAge(refunds: Overview["refunds_outstanding"]) {
  return AGES.map(({ label, below }, index) => {
    const from = AGES[index - 1]?.below ?? 0
    const amount = refunds
      .filter(({ age_seconds: age }) => age < below && age >= from)
      .reduce((sum, refund) => sum + refund.amount, 0)
    return { label, amount }
  })
}
