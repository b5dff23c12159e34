const DURATION =
  /^(-)?P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000]

/**
 * An ISO 8601 duration of weeks, days, hours, minutes and seconds (`P1D`,
 * `-PT10M`) in milliseconds. Undefined when it is not one; years and months
 * have no fixed length and are not taken.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) {
    return undefined
  }
  const [, sign, ...parts] = match
  const ms = UNITS_MS.reduce(
    (sum, unit, i) => sum + unit * Number(parts[i] ?? 0),
    0
  )
  return sign ? -ms : ms
}
