// Starts a PostgreSQL of its own, makes a standby of it that takes over, and prints what
// `instalments_server()` answers meanwhile, as JSON. Its argument is what makes the function.
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { throwAwayFolder } from "../../../../demo/processes/throw-away-folder.mjs"
import { startPostgres } from "../../../../demo/database/postgres/server.mjs"

const [makeFunction] = process.argv.slice(2)
const folder = throwAwayFolder("standby", tmpdir())
let server = await startPostgres(folder)
const restart = async () => {
  await server.stop()
  server = await startPostgres(folder)
}

/** The first row that the last of the statements answers. */
async function ask(...statements) {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  let answer
  for (const statement of statements) {
    answer = await client.query(statement)
  }
  await client.end()
  return answer.rows[0]
}
const said = async (...before) =>
  (await ask(...before, "select instalments_server() as server")).server

await ask(makeFunction)
const first = await said()
await restart()
const restarted = await said()
const anybody = await said("create role anybody", "set role anybody")
const { place } = await ask("select current_setting('data_directory') as place")
const signal = join(place, "standby.signal")
writeFileSync(signal, "")
const { uid, gid } = statSync(place)
chownSync(signal, uid, gid)
await restart()
const standby = await said()
await ask("select pg_promote()")
const promoted = await said()
await server.stop()
rmSync(folder, { recursive: true, force: true })
console.log(JSON.stringify({ first, restarted, anybody, standby, promoted }))
