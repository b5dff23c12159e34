import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isAlive } from "../processes/is-alive.mjs"
import { onStop } from "../processes/stopping.mjs"

/**
 * Makes this process the only one that runs on a data folder: two would stop
 * each other's PostgreSQL. What a killed process left is taken over.
 */
export function ownDataFolder(dataFolder) {
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, "owner.pid")
  const pid = ownerOf(file)
  if (pid !== undefined) {
    throw new Error(
      `The demo runs already on ${dataFolder} (process ${pid}). Stop it, or ` +
        "choose another data folder for this one: DEMO_DATA=/tmp/second-store"
    )
  }
  writeFileSync(file, String(process.pid))
  onStop(() => rmSync(file, { force: true }))
}

function ownerOf(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"))
    return pid !== process.pid && isAlive(pid) && isDemo(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** A number may belong to another program by now. */
function isDemo(pid) {
  if (process.platform !== "linux") {
    return true
  }
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8")
  return /demo\/(start|jobs)\.mjs/.test(command)
}
