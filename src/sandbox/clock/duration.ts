const ISO_DURATION =
  /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

const UNITS_MS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000]

/**
 * Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and
 * seconds (`P1D`, `PT1H30M`). Months and years have no fixed length: they and
 * everything else are undefined.
 */
export function durationMs(text: string): number | undefined {
  const parts = ISO_DURATION.exec(text)?.slice(1)
  if (!parts?.some(Boolean)) {
    return undefined
  }
  return parts.reduce(
    (sum, part, i) => sum + Number(part ?? 0) * (UNITS_MS[i] ?? 0),
    0
  )
}
