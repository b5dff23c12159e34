import getPort from "get-port"
import { startPostgres } from "../../../demo/database/postgres/server.mjs"

/**
 * PostgreSQL of our own on one port, whatever happens to it: `restart` breaks
 * off every connection and every transaction, and starts it again.
 */
export async function startDatabase(folder) {
  const port = await getPort()
  // The last flag counts, before the free port of each start.
  const flags = ["-p", String(port)]
  let server = await startPostgres(folder, flags)
  const restart = async () => {
    await server.stop()
    server = await startPostgres(folder, flags)
  }
  const url = new URL(server.url)
  url.port = String(port)
  return { url: url.href, restart }
}
