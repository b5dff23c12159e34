import { existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runProgram } from "../../processes/run-program.mjs"
import { makeOwnFolder } from "./account.mjs"

/**
 * Makes a new database cluster in `place` unless there is one. It is made beside
 * it and then moved, so that an interrupted try leaves nothing half made.
 * Answers whether the cluster is new.
 */
export async function initialise({ initdb }, account, place) {
  if (existsSync(join(place, "PG_VERSION"))) {
    return false
  }
  const half = `${place}.new`
  rmSync(half, { recursive: true, force: true })
  rmSync(place, { recursive: true, force: true })
  makeOwnFolder(account, half)
  await runProgram(
    initdb,
    [
      `--pgdata=${half}`,
      "--username=postgres",
      // It listens on this machine's loopback addresses only.
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ],
    account
  )
  renameSync(half, place)
  return true
}
