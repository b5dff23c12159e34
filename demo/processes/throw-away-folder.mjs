import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onStop } from "./stopping.mjs"

/**
 * A new folder for a run's data, which is deleted when everything is stopped;
 * with `KEEP=1` it stays, with its logs.
 */
export function throwAwayFolder(name, place = tmpdir()) {
  const folder = mkdtempSync(join(place, `instalments-${name}-`))
  // PostgreSQL may run as another account, which has to enter it.
  chmodSync(folder, 0o755)
  if (process.env.KEEP) {
    console.log(`The data of this run stays in ${folder}`)
  } else {
    onStop(() => rmSync(folder, { recursive: true, force: true }))
  }
  return folder
}
