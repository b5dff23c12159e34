import { step } from "../../../demo/processes/progress.mjs"
import { createTables, fillShop } from "../../../demo/store/prepare.mjs"
import { startRedis } from "../redis/start-redis.mjs"
import { startCallbackFront } from "./callback-front.mjs"
import { Instance } from "./instance.mjs"
import { startDatabase } from "./postgres.mjs"
import { startService } from "./service.mjs"

/** People approve refunds: those may be sent at once, also the same day. */
const approval = { INSTALMENTS_REFUND_APPROVAL: "manual" }

/** Two servers and a worker on one Redis and one PostgreSQL, and the service. */
export async function startCluster(dataFolder) {
  const redis = await startRedis(dataFolder)
  const database = await step("Starting PostgreSQL", () =>
    startDatabase(dataFolder)
  )
  const service = await step("Starting the sandbox", () =>
    startService(dataFolder, approval)
  )
  const servers = []
  const front = await startCallbackFront(() => servers)
  const env = {
    ...approval,
    NODE_ENV: "development",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    INSTALMENTS_BASE_URL: service,
    INSTALMENTS_BACKEND_URL: front.url,
    INSTALMENTS_STOREFRONT_URL: "http://localhost:8000",
    DISABLE_MEDUSA_ADMIN: "true",
    MEDUSA_DISABLE_TELEMETRY: "true",
  }
  await step("Creating the tables", () => createTables(dataFolder, env))
  const shop = await step("Filling the shop", () => fillShop(dataFolder, env))
  const instance = (name, mode) => new Instance({ name, mode, env, dataFolder })
  servers.push(instance("server-1", "server"), instance("server-2", "server"))
  const worker = instance("worker", "worker")
  await step("Starting two servers and a worker", () =>
    Promise.all([...servers, worker].map((one) => one.start()))
  )
  return {
    ...{ dataFolder, env, redis, database, service, front },
    ...{ servers, worker, shop },
  }
}
