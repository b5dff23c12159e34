import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"
import load from "@medusajs/medusa/loaders/index"
import axios from "axios"
import express, { type Express } from "express"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import config from "../../medusa-config"
import { seedShop } from "../../integration-tests/harness/seed-shop"
import { merchant, Store } from "../../integration-tests/harness/with-store"
import { startSandbox } from "../../src/sandbox"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { MINIMAL } from "./minimal-provider"
import { freshDatabase } from "./database"

/** The whole store in this process, with its sandbox, for the benchmarks. */
export type BenchStore = Store & { url: string; app: Express }

/**
 * Boots Medusa as `medusa start` does, on a fresh database, with the sandbox as
 * its service. Its jobs run only when a benchmark runs them.
 */
export async function bootStore(): Promise<BenchStore> {
  const secrets = {
    clientSecret: "sandbox-client-secret",
    signingSecret: "sandbox-signing-secret",
  }
  const sandbox = await startSandbox(secrets)
  process.env.DATABASE_URL = await freshDatabase()
  // Medusa loads this very object; the admin would have to be built first.
  Object.assign(config, { admin: { ...config.admin, disable: true } })
  Object.assign(config.projectConfig, { databaseUrl: process.env.DATABASE_URL })
  addMinimalProvider()
  const app = express()
  const { container } = (await load({
    directory: resolve(__dirname, "../.."),
    expressApp: app,
  })) as { container: MedusaContainer }
  // Behind everything that Medusa does before any route of these places.
  app.get("/store/bench-empty", (_, res) => void res.json({}))
  await new WorkflowScheduler().clear()
  const server = app.listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const store = new Store(axios.create({ baseURL: url }), () => container)
  store.sandbox = sandbox
  Object.assign(store.ledger.options, { backendUrl: url, baseUrl: sandbox.url })
  store.shop = await seedShop(container)
  store.admin = await merchant(container)
  await updateRegionsWorkflow(container).run({
    input: {
      selector: { id: store.shop.regionId },
      update: {
        payment_providers: [PROVIDER_ID, `pp_${MINIMAL}`, "pp_system_default"],
      },
    },
  })
  await store.ledger.config.refresh()
  return Object.assign(store, { url, app })
}

/** Benchmarks compare our provider with one that does nothing. */
function addMinimalProvider() {
  const { payment } = config.modules as unknown as {
    payment: { options: { providers: object[] } }
  }
  payment.options.providers.push({
    resolve: resolve(__dirname, "./minimal-provider"),
    id: "minimal",
  })
}
