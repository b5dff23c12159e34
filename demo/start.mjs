// The whole store, ready to shop: `npm run demo`, and with `-- --once` one
// scripted purchase after which everything stops. See demo/README.md.
import { openDatabase } from "./database/open.mjs"
import { ownDataFolder } from "./database/owner.mjs"
import { purchaseOnce } from "./once/purchase.mjs"
import { demandFreePorts } from "./processes/ports.mjs"
import { step } from "./processes/progress.mjs"
import { onStop, runAndStop } from "./processes/stopping.mjs"
import { removeRunFile, writeRunFile } from "./run-file.mjs"
import { addresses, admin, dataFolder, ports } from "./settings.mjs"
import { prepareStore } from "./store/prepare.mjs"
import * as processes from "./store/processes.mjs"

let ready = false

async function start() {
  await demandFreePorts(ports)
  ownDataFolder(dataFolder)
  removeRunFile()
  console.log(`Setting up the demo store in ${dataFolder}`)
  const database = await step("Starting PostgreSQL", () =>
    openDatabase(dataFolder)
  )
  // First, as every process of the store asks it for the config at its start.
  const sandbox = addresses.ownSandbox
    ? [await processes.startSandbox(dataFolder)]
    : []
  const shop = await prepareStore(dataFolder, database)
  const rest = await Promise.all([
    processes.startStorefront(dataFolder, shop),
    processes.startBackend(dataFolder, database),
  ])
  writeRunFile(shop)
  onStop(removeRunFile)
  return { shop, database, running: [...sandbox, ...rest] }
}

async function run() {
  const { shop, database, running } = await start()
  const ended = Promise.race(running.map(failWhenEnded))
  ready = true
  if (process.argv.includes("--once")) {
    return await Promise.race([ended, purchaseOnce(shop, database)])
  }
  console.log(`
  The store is ready.

  shop     ${addresses.storefront}
  admin    ${addresses.backend}/app   ${admin.email} / ${admin.password}
  service  ${addresses.sandbox}${addresses.ownSandbox ? " (the sandbox)" : ""}
  logs     ${dataFolder}/logs

  Ctrl-C stops everything; the data stays for the next start.
`)
  return await ended
}

async function failWhenEnded(running) {
  await running.ended
  throw new Error(
    `${running.name} ended by itself, so the demo stops. Its last words:\n` +
      running.lastWords()
  )
}

await runAndStop(run, () => (ready ? 0 : 130))
