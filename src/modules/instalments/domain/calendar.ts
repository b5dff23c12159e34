const DAY_MS = 86_400_000

/**
 * The calendar day of a moment (milliseconds) in an IANA time zone, as a number
 * of days: two of them can be subtracted, also across a change of daylight
 * saving time.
 */
export function dayOf(moment: number, timeZone: string): number {
  return Math.floor((moment + zoneOffset(moment, timeZone)) / DAY_MS)
}

/** The moment (milliseconds) at which a day's clock shows `hour` in a zone. */
export function momentOf(day: number, hour: number, timeZone: string): number {
  const local = day * DAY_MS + hour * 3_600_000
  // The offset of the result counts, not that of the first guess.
  const guess = local - zoneOffset(local, timeZone)
  return local - zoneOffset(guess, timeZone)
}

/** A day as its date, `2026-11-21`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** What a clock shows in a zone at a moment (milliseconds), `14:05`; a begun minute is over. */
export function timeOf(moment: number, timeZone: string): string {
  const minute = Math.ceil(moment / 60_000) * 60_000
  return new Date(minute + zoneOffset(minute, timeZone))
    .toISOString()
    .slice(11, 16)
}

function zoneOffset(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment)
  const part = (type: string) =>
    Number(parts.find((entry) => entry.type === type)?.value)
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second")
  )
  return shown - Math.floor(moment / 1_000) * 1_000
}
