import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { addresses, admin, runFile } from "./settings.mjs"

/** Tells other programs where the running demo is and how to get in. */
export function writeRunFile({ publishableKey, regionId }) {
  const { backend, storefront, sandbox } = addresses
  const run = {
    ...{ backend, storefront, sandbox, publishableKey, regionId },
    adminEmail: admin.email,
    adminPassword: admin.password,
    settings: settingsOfStore(),
  }
  writeFileSync(runFile, `${JSON.stringify(run, null, 2)}\n`)
}

/** What the store was started with and a job of it has to know, no secrets. */
function settingsOfStore() {
  const shared =
    /^INSTALMENTS_(REFUND_APPROVAL|SAME_DAY|UNPLACED_PAYMENTS|TIME_ZONE|CLOCK_OFFSET)$/
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => shared.test(name))
  )
}

/** A running demo as it described itself; undefined when none does. */
export function readRunFile(file = runFile) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** No demo answers any more, or not yet. */
export function removeRunFile() {
  rmSync(runFile, { force: true })
}
