import { readdirSync, readFileSync } from "node:fs"

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10

/**
 * The milliseconds of processor time that a program and its children have
 * taken, ended ones too. The program is found by what its command line holds.
 */
export function processorTime(mark) {
  const all = readdirSync("/proc").flatMap((pid) => read(pid) ?? [])
  const roots = all.filter(({ command }) => command.includes(mark))
  const counted = all.filter((one) =>
    roots.some(({ pid }) => one.pid === pid || one.parent === pid)
  )
  return counted.reduce((sum, { ticks }) => sum + ticks, 0) * MS_PER_TICK
}

function read(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8")
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name in brackets may hold blanks; what follows it does not.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = fields.slice(11, 15).reduce((sum, n) => sum + Number(n), 0)
    return {
      pid,
      ticks,
      parent: fields[1],
      command: command.replaceAll("\0", " "),
    }
  } catch {
    // Not a process, or one that has just ended.
    return undefined
  }
}
