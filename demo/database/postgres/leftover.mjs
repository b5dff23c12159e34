import { execFileSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import pWaitFor from "p-wait-for"
import { isAlive } from "../../processes/is-alive.mjs"

/**
 * Clears what a killed run left in a cluster's folder: a server that outlived
 * it is stopped, and a lock file whose process is gone, or is another program
 * by now, is removed.
 */
export async function clearLeftover(place) {
  const file = join(place, "postmaster.pid")
  const pid = readPid(file)
  if (pid === undefined) {
    return
  }
  if (isPostgres(pid, place)) {
    // Fast, immediate, at once: PostgreSQL's own order of stopping.
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"]) {
      if (await stopsOn(pid, signal)) {
        break
      }
    }
  }
  rmSync(file, { force: true })
}

function readPid(file) {
  try {
    return Number(readFileSync(file, "utf8").split("\n")[0])
  } catch {
    return undefined
  }
}

function isPostgres(pid, place) {
  if (!isAlive(pid)) {
    return false
  }
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-p", String(pid), "-o", "command="], {
            encoding: "utf8",
          })
    return command.includes("postgres") && command.includes(place)
  } catch {
    return false
  }
}

async function stopsOn(pid, signal) {
  try {
    process.kill(pid, signal)
    await pWaitFor(() => !isAlive(pid), { interval: 100, timeout: 5_000 })
    return true
  } catch {
    return !isAlive(pid)
  }
}
