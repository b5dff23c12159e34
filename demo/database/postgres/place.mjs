import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { canEnter, makeOwnFolder, openFolder } from "./account.mjs"

/**
 * The folder of PostgreSQL's files that belongs to a data folder: inside it, or
 * where the account cannot enter it (a data folder under /root), beside it in
 * a folder of its own whose path the data folder remembers. A new data folder
 * so is a new database in both cases.
 */
export function postgresPlace(account, dataFolder) {
  mkdirSync(dataFolder, { recursive: true })
  if (canEnter(account, dataFolder)) {
    return join(dataFolder, "postgres")
  }
  const pointer = join(dataFolder, "postgres-is-in")
  if (existsSync(pointer)) {
    return join(readFileSync(pointer, "utf8").trim(), "postgres")
  }
  const elsewhere = mkdtempSync(join(openFolder, "instalments-postgres-"))
  makeOwnFolder(account, elsewhere)
  writeFileSync(pointer, `${elsewhere}\n`)
  return join(elsewhere, "postgres")
}
