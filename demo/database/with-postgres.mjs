// Runs a command with a throw-away PostgreSQL of its own and stops it after:
//   node demo/database/with-postgres.mjs jest --runInBand
// With DATABASE_URL set, that server is used and none is started.
import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onStop, stopAll, stopOnSignals } from "../processes/stopping.mjs"
import { startPostgres } from "./postgres/server.mjs"

const [command, ...args] = process.argv.slice(2)
/** Linux's file system in memory, and what has to be free in it, in bytes. */
const MEMORY = "/dev/shm"
const ENOUGH = 4 * 1024 ** 3

/**
 * Where the server's files go. Tests make their database anew each time, of more
 * than a thousand files: in memory that takes a tenth of a second, on a disk two.
 */
function place() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function throwAwayServer() {
  console.log("Setting up PostgreSQL for this run ...")
  const folder = mkdtempSync(join(place(), "instalments-pg-"))
  // PostgreSQL may run as another account, which has to enter it.
  chmodSync(folder, 0o755)
  onStop(() => rmSync(folder, { recursive: true, force: true }))
  const { url } = await startPostgres(folder)
  return url
}

async function run() {
  const url = process.env.DATABASE_URL ?? (await throwAwayServer())
  const server = new URL(url)
  const child = spawn(command, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      DATABASE_URL: url,
      DB_HOST: server.hostname,
      DB_PORT: server.port || "5432",
      DB_USERNAME: decodeURIComponent(server.username),
      DB_PASSWORD: decodeURIComponent(server.password),
      MEDUSA_DISABLE_TELEMETRY: "1",
      // Medusa loads its modules by dynamic import, which jest needs this for.
      NODE_OPTIONS: [
        process.env.NODE_OPTIONS,
        "--experimental-vm-modules",
      ].join(" "),
    },
  })
  const ended = new Promise((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? 1))
    child.once("error", (error) =>
      reject(new Error(`${command} could not be started: ${error.message}`))
    )
  })
  const forget = onStop(async () => {
    child.kill("SIGTERM")
    const impatient = setTimeout(() => child.kill("SIGKILL"), 5_000)
    await ended.catch(() => {})
    clearTimeout(impatient)
  })
  return await ended.finally(forget)
}

stopOnSignals()
run()
  .catch((error) => {
    console.error(error.message)
    return 1
  })
  .then(async (code) => {
    await stopAll()
    process.exit(code)
  })
