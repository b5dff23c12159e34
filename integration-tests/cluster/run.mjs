// Shoppers in a cluster of real processes that are killed and restarted:
//   npm run test:cluster [-- --outputFile counts.json]
// SHOPPERS=200, AT_ONCE=24, REDIS_FORGETS=1 for a Redis that keeps nothing.
// Needs Redis: Debian's redis-server, or REDIS_URL.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import {
  onStop,
  stopAll,
  stopOnSignals,
} from "../../demo/processes/stopping.mjs"
import { it, report, StepFailed } from "../install/record.mjs"
import { play } from "./play.mjs"

const { values } = parseArgs({ options: { outputFile: { type: "string" } } })

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "instalments-cluster-"))
  // PostgreSQL may run as another account, which has to enter it.
  chmodSync(folder, 0o755)
  if (process.env.KEEP) {
    console.log(`Logs and database stay in ${folder}`)
  } else {
    onStop(() => rmSync(folder, { recursive: true, force: true }))
  }
  return folder
}

stopOnSignals()
try {
  await play(dataFolder())
} catch (error) {
  if (!(error instanceof StepFailed)) {
    await it("runs to its end", () => Promise.reject(error)).catch(() => {})
  }
}
await stopAll()
process.exit(report(values.outputFile))
