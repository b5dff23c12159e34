import { spawn } from "node:child_process"
import { openSync, closeSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import getPort from "get-port"
import pWaitFor from "p-wait-for"
import { isStopping, onStop } from "../../processes/stopping.mjs"
import { postgresAccount } from "./account.mjs"
import { findBinaries } from "./binaries.mjs"
import { initialise } from "./initialise.mjs"
import { clearLeftover } from "./leftover.mjs"
import { postgresPlace } from "./place.mjs"

const PAUSES_MS = [300, 700, 1_500, 3_000, 5_000]

/**
 * Starts PostgreSQL on a free port with its files in `dataFolder`. `isNew` tells
 * that there were none. Right after a SIGKILL the first tries may fail while
 * the memory of the killed server is still in use; it is tried again.
 *
 * @example
 * const { url } = await startPostgres("demo/.data")
 */
export async function startPostgres(dataFolder, flags = []) {
  const account = postgresAccount()
  const place = postgresPlace(account, dataFolder)
  const binaries = await findBinaries(account)
  const logFile = join(dataFolder, "postgres.log")
  const isNew = await initialise(binaries, account, place)
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    await clearLeftover(place)
    const port = await getPort()
    const server = launch(binaries, account, place, logFile, [
      ...["-D", place, "-p", String(port)],
      // No socket file that a killed server would leave behind.
      ...["-c", "unix_socket_directories="],
      // A killed process loses nothing without it, only a power cut would.
      ...["-c", "fsync=off", "-c", "max_connections=300"],
      ...flags,
    ])
    if (await server.ready()) {
      const url = `postgres://postgres:postgres@localhost:${port}/postgres`
      return { url, isNew, stop: server.stop }
    }
    await server.stop()
    if (pauseMs === undefined || isStopping()) {
      break
    }
    await pause(pauseMs)
  }
  throw new Error(
    `PostgreSQL did not start with its files in ${place}. Its last words:\n` +
      readFileSync(logFile, "utf8").trim().split("\n").slice(-10).join("\n") +
      `\nDelete ${dataFolder} for a fresh store, or set DATABASE_URL to a ` +
      "PostgreSQL server of your own."
  )
}

function launch({ postgres }, account, place, logFile, args) {
  const log = openSync(logFile, "a")
  const child = spawn(postgres, args, {
    ...account,
    cwd: "/",
    // A group of its own: Ctrl-C in a terminal must not reach it before the
    // processes that use it have stopped.
    detached: true,
    stdio: ["ignore", log, log],
    env: { ...process.env, LC_ALL: "C" },
  })
  closeSync(log)
  let ended = false
  const end = new Promise((resolve) => {
    const over = () => resolve((ended = true))
    child.once("exit", over).once("error", over)
  })
  const stop = async () => {
    forget()
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"]) {
      if (!ended) {
        child.kill(signal)
        await Promise.race([end, pause(4_000, undefined, { ref: false })])
      }
    }
  }
  const forget = onStop(stop)
  const ready = async () => {
    await pWaitFor(() => ended || saysReady(place, child.pid), {
      interval: 50,
      timeout: { milliseconds: 60_000, message: false },
    })
    return !ended && saysReady(place, child.pid)
  }
  return { stop, ready }
}

/** PostgreSQL writes `ready` into its lock file, which `pg_ctl` reads too. */
function saysReady(place, pid) {
  const lines = readLines(join(place, "postmaster.pid"))
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready"
}

function readLines(file) {
  try {
    return readFileSync(file, "utf8").split("\n")
  } catch {
    return []
  }
}
