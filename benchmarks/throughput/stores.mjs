import getPort from "get-port"
import { startNode } from "../../demo/processes/node-process.mjs"
import { waitForAnswer } from "../../demo/processes/wait-for-answer.mjs"
import { root } from "../../demo/settings.mjs"
import { logFile } from "../../demo/store/medusa.mjs"
import { createTables, fillShop } from "../../demo/store/prepare.mjs"
import { findGoods } from "../../integration-tests/cluster/load/find-goods.mjs"
import { startRedis } from "../../integration-tests/cluster/redis/start-redis.mjs"
import { startDatabase } from "../../integration-tests/cluster/store/postgres.mjs"
import { startService } from "../../integration-tests/cluster/store/service.mjs"
import { startCallbackFront } from "./callback-front.mjs"

/** Time enough for three stores that start at once on two busy cores. */
const MAX_WAIT_MS = 240_000

/**
 * So many processes of the built store on one Redis and one PostgreSQL, and the
 * service. Only those that are put into `servers` are given work.
 */
export async function startStores(count, dataFolder) {
  const servers = []
  const redis = await startRedis(dataFolder)
  const database = await startDatabase(dataFolder)
  const service = await startService(dataFolder)
  const env = {
    NODE_ENV: "production",
    LOG_LEVEL: "error",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    INSTALMENTS_BASE_URL: service,
    INSTALMENTS_BACKEND_URL: await startCallbackFront(servers),
    DISABLE_MEDUSA_ADMIN: "true",
    MEDUSA_DISABLE_TELEMETRY: "true",
  }
  await createTables(dataFolder, env)
  const shop = await fillShop(dataFolder, env)
  const names = Array.from({ length: count }, (_, n) => `store-${n + 1}`)
  const all = await Promise.all(
    names.map((name) => startStore(name, env, dataFolder))
  )
  servers.push(...all)
  Object.assign(shop, await findGoods({ servers, shop }))
  return { servers, all, shop, service, database, redis }
}

async function startStore(name, env, dataFolder) {
  const [port, probe] = [await getPort(), await getPort()]
  const url = `http://localhost:${port}`
  const running = startNode({
    name,
    args: [
      ...["-r", `${root}/benchmarks/throughput/probe.cjs`],
      ...["node_modules/@medusajs/cli/cli.js", "start", "--port", `${port}`],
    ],
    cwd: root,
    env: { ...env, PORT: `${port}`, BENCH_PROBE_PORT: `${probe}` },
    logFile: logFile(dataFolder, name),
  })
  await waitForAnswer(`${url}/health`, running, MAX_WAIT_MS)
  const ask = async (path) =>
    (await fetch(`http://127.0.0.1:${probe}${path}`)).json()
  return { url, ask }
}
