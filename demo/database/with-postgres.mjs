// Runs a command with a throw-away PostgreSQL of its own and stops it after:
//   node demo/database/with-postgres.mjs jest --runInBand
// With DATABASE_URL set, that server is used and none is started.
import { statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { runInTerminal } from "../processes/run-program.mjs"
import { runAndStop } from "../processes/stopping.mjs"
import { throwAwayFolder } from "../processes/throw-away-folder.mjs"
import { startPostgres } from "./postgres/server.mjs"

const [command, ...args] = process.argv.slice(2)
const FOR_NODE = [
  // Medusa loads its modules by dynamic import, which Jest needs this for.
  "--experimental-vm-modules",
  // A store makes much that is soon garbage: a tenth less work with more room.
  "--max-semi-space-size=128",
]
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
  const { url } = await startPostgres(throwAwayFolder("pg", place()))
  return url
}

async function run() {
  const begunAt = performance.now()
  const url = process.env.DATABASE_URL ?? (await throwAwayServer())
  const server = new URL(url)
  const code = await runInTerminal(command, args, {
    DATABASE_URL: url,
    DB_HOST: server.hostname,
    DB_PORT: server.port || "5432",
    DB_USERNAME: decodeURIComponent(server.username),
    DB_PASSWORD: decodeURIComponent(server.password),
    MEDUSA_DISABLE_TELEMETRY: "1",
    NODE_OPTIONS: [process.env.NODE_OPTIONS, ...FOR_NODE].join(" "),
  })
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  console.log(`${command} took ${seconds} s with its PostgreSQL.`)
  return code
}

await runAndStop(run)
