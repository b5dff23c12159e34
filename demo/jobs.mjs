// Runs a job once, now, on the store's database: `npm run jobs -- reconcile`.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { openDatabase, runningDatabase } from "./database/open.mjs"
import { ownDataFolder } from "./database/owner.mjs"
import { runAndStop } from "./processes/stopping.mjs"
import { readRunFile } from "./run-file.mjs"
import { dataFolder, root } from "./settings.mjs"
import { runJob } from "./store/run-job.mjs"

const JOBS = ["reconcile", "refunds", "config", "retention"]

function wantedJob() {
  const name = process.argv[2]
  if (!JOBS.includes(name)) {
    throw new Error(
      `There is no job "${name ?? ""}". The jobs are ${JOBS.join(", ")}: ` +
        "npm run jobs -- reconcile"
    )
  }
  if (!existsSync(join(root, "src", "jobs", `${name}.ts`))) {
    throw new Error(`The job ${name} is not part of this version.`)
  }
  return name
}

/** The running demo's database, else PostgreSQL is started for the moment. */
async function findDatabase() {
  const url = process.env.DATABASE_URL ?? runningDatabase(dataFolder)
  if (url) {
    return { url }
  }
  ownDataFolder(dataFolder)
  return await openDatabase(dataFolder)
}

/** The job works with the service and the settings of the store that runs. */
function addressesOfRunningStore() {
  const run = readRunFile()
  const service = process.env.INSTALMENTS_BASE_URL ?? run?.sandbox
  return {
    ...(service && { INSTALMENTS_BASE_URL: service }),
    ...(run && {
      ...run.settings,
      INSTALMENTS_BACKEND_URL: run.backend,
      INSTALMENTS_STOREFRONT_URL: run.storefront,
    }),
  }
}

await runAndStop(async () => {
  const name = wantedJob()
  const database = await findDatabase()
  process.stdout.write(await runJob(name, database, addressesOfRunningStore()))
  console.log(`The job ${name} has run.`)
})
