import type { Overview } from "../../api/admin/instalments/answers"

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
export function byAge(refunds: Overview["refunds_outstanding"]) {
  return AGES.map(({ label, below }, index) => {
    const from = AGES[index - 1]?.below ?? 0
    const amount = refunds
      .filter(({ age_seconds: age }) => age < below && age >= from)
      .reduce((sum, refund) => sum + refund.amount, 0)
    return { label, amount }
  })
}
