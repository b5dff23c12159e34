import { join } from "node:path"
import { startNode } from "../processes/node-process.mjs"
import { step } from "../processes/progress.mjs"
import { waitForAnswer } from "../processes/wait-for-answer.mjs"
import { addresses, root, storeEnvironment } from "../settings.mjs"
import { logFile, startMedusa } from "./medusa.mjs"

const portOf = (address) => new URL(address).port

/** The stand-in for the service, with its state kept in the data folder. */
export async function startSandbox(dataFolder) {
  const running = startNode({
    name: "The sandbox",
    args: [
      ...["-r", "ts-node/register", "src/sandbox/cli.ts"],
      ...["--port", portOf(addresses.sandbox)],
      ...["--file", join(dataFolder, "sandbox.json")],
    ],
    cwd: root,
    logFile: logFile(dataFolder, "sandbox"),
  })
  await step("Starting the sandbox", () =>
    waitForAnswer(addresses.sandbox, running)
  )
  return running
}

/** The store's backend with its admin, as Medusa's own start runs it. */
export async function startBackend(dataFolder, { url }) {
  const port = portOf(addresses.backend)
  const running = startMedusa("start", ["--port", port], {
    dataFolder,
    env: storeEnvironment(url),
  })
  running.name = "The backend"
  await step("Starting the backend", () =>
    waitForAnswer(`${addresses.backend}/health`, running)
  )
  return running
}

/** The shop's pages. */
export async function startStorefront(dataFolder, shop) {
  const running = startNode({
    name: "The storefront",
    args: ["demo/storefront/serve.mjs"],
    cwd: root,
    env: {
      STOREFRONT_PORT: portOf(addresses.storefront),
      STOREFRONT_BACKEND: addresses.backend,
      STOREFRONT_KEY: shop.publishableKey,
      STOREFRONT_REGION: shop.regionId,
      STOREFRONT_CACHE: join(dataFolder, "storefront-cache"),
    },
    logFile: logFile(dataFolder, "storefront"),
  })
  await step("Starting the storefront", () =>
    waitForAnswer(`${addresses.storefront}/config.json`, running)
  )
  return running
}
