const DAY_MS = 86_400_000

const PERIODS = [
  { days: 1, label: "Last 24 hours" },
  { days: 7, label: "Last 7 days" },
  { days: 30, label: "Last 30 days" },
  { days: 100, label: "Last 100 days" },
]

/**
 * Periods that end now, for a date filter. Counted from the whole hour, so that
 * a filter chosen twice stands in the address the same.
 */
export function lastDays() {
  const hour = new Date().setMinutes(0, 0, 0)
  return PERIODS.map(({ days, label }) => ({
    label,
    value: { $gte: new Date(hour - days * DAY_MS).toISOString() },
  }))
}
