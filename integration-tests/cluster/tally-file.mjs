import { appendFileSync } from "node:fs"
import { x } from "tinyexec"
import { root } from "../../demo/settings.mjs"

/**
 * Tells what the run came to in one line: date, commit, shoppers, kills, lost,
 * doubled. `TALLY` names a file that gets it, so that several runs can be summed.
 */
export async function addToTally({ shoppers, kills, lost, doubled }) {
  const git = x("git", ["describe", "--always", "--dirty"], {
    nodeOptions: { cwd: root },
  })
  const commit = (await git).stdout.trim() || "unknown"
  const date = new Date().toISOString()
  const counts = [shoppers, kills, lost.length, doubled.length]
  const line = [date, commit, ...counts].join(",")
  console.log(`      date, commit, shoppers, kills, lost, doubled: ${line}`)
  if (process.env.TALLY) {
    appendFileSync(process.env.TALLY, `${line}\n`)
  }
}
