const DAY_MS = 86_400_000

/**
 * Calendar days from one moment to a later one, in a time zone: 0 on the same
 * day, 1 on the next, whatever the hours.
 */
export function daysBetween(
  from: Date | number,
  to: Date | number,
  timeZone: string
): number {
  return (dayStart(to, timeZone) - dayStart(from, timeZone)) / DAY_MS
}

/** The date's midnight as if it were UTC, so that days can be counted. */
function dayStart(moment: Date | number, timeZone: string): number {
  // en-CA writes a date as 2026-11-21.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment)
  return Date.parse(`${date}T00:00:00Z`)
}
