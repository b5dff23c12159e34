import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { onStop } from "../processes/stopping.mjs"
import { startPostgres } from "./postgres/server.mjs"

/**
 * The store's database: the one of `DATABASE_URL`, else PostgreSQL is started
 * with its files in the data folder, which remembers its address while it runs.
 */
export async function openDatabase(dataFolder) {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) {
    return { url: DATABASE_URL, isNew: true }
  }
  const { url, isNew } = await startPostgres(dataFolder)
  const file = addressFile(dataFolder)
  writeFileSync(file, JSON.stringify({ url }))
  onStop(() => rmSync(file, { force: true }))
  return { url, isNew }
}

/** The address of the database that runs for the data folder, if one does. */
export function runningDatabase(dataFolder) {
  try {
    return JSON.parse(readFileSync(addressFile(dataFolder), "utf8")).url
  } catch {
    return undefined
  }
}

const addressFile = (dataFolder) => join(dataFolder, "database.json")
