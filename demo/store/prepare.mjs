import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { step } from "../processes/progress.mjs"
import { admin, storeEnvironment } from "../settings.mjs"
import { fingerprint } from "./fingerprint.mjs"
import { runMedusa } from "./medusa.mjs"

/**
 * Brings the database to the schema of this version and fills the shop; skipped
 * when that has been done already. Answers the shop's key and region.
 */
export async function prepareStore(dataFolder, { url, isNew }) {
  const file = join(dataFolder, "prepared.json")
  const current = fingerprint()
  const prepared = isNew ? undefined : readPrepared(file)
  if (prepared?.fingerprint === current) {
    return prepared.shop
  }
  rmSync(file, { force: true })
  const env = storeEnvironment(url)
  await step("Creating the tables", () => createTables(dataFolder, env))
  const shop = await step("Filling the shop", () => fillShop(dataFolder, env))
  writeFileSync(file, JSON.stringify({ fingerprint: current, shop }))
  return shop
}

/** Brings the database that `env` names to the schema of this version. */
export const createTables = (dataFolder, env) =>
  runMedusa("db:migrate", ["--execute-safe-links"], { dataFolder, env })

/** Fills the shop in that database; answers its key and its region. */
export async function fillShop(dataFolder, env) {
  const result = join(dataFolder, "seeded.json")
  await runMedusa("exec", ["./demo/seed/index.ts", result], {
    dataFolder,
    env: {
      ...env,
      DEMO_ADMIN_EMAIL: admin.email,
      DEMO_ADMIN_PASSWORD: admin.password,
    },
  })
  return JSON.parse(readFileSync(result, "utf8"))
}

function readPrepared(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}
