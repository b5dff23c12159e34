const UNITS = [
  { seconds: 86_400, one: "day", many: "days" },
  { seconds: 3_600, one: "hour", many: "hours" },
  { seconds: 60, one: "minute", many: "minutes" },
] as const

/** A length of time in its largest whole unit, like `3 days`. */
export function durationText(seconds: number): string {
  const unit = UNITS.find((unit) => seconds >= unit.seconds)
  if (!unit) {
    return seconds < 10 && seconds % 1 !== 0
      ? `${seconds.toFixed(1)} seconds`
      : `${Math.round(seconds)} ${Math.round(seconds) === 1 ? "second" : "seconds"}`
  }
  const count = Math.floor(seconds / unit.seconds)
  return `${count} ${count === 1 ? unit.one : unit.many}`
}
