import type { Day } from "../../api/admin/instalments/answers"

const DAY_MS = 86_400_000

/** A date's day in the browser's time zone. */
export function dayText(date: Date): Day {
  const month = `${date.getMonth() + 1}`.padStart(2, "0")
  const day = `${date.getDate()}`.padStart(2, "0")
  return `${date.getFullYear()}-${month}-${day}`
}

/** The day so many days before another. */
export function daysBefore(day: Day, count: number): Day {
  const moment = Date.parse(`${day}T00:00:00Z`) - count * DAY_MS
  return new Date(moment).toISOString().slice(0, 10)
}

/** A day as an axis shows it, like `21 Nov`. */
export function shortDay(day: Day): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  })
}
