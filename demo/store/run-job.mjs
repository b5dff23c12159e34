import { readFileSync } from "node:fs"
import { dataFolder, storeEnvironment } from "../settings.mjs"
import { logFile, runMedusa } from "./medusa.mjs"

/** Runs a job of the plugin's once, now; answers what it printed. */
export async function runJob(name, { url }, env = {}) {
  await runMedusa("exec", ["./demo/jobs/run-job.ts", name], {
    dataFolder,
    env: { ...storeEnvironment(url), ...env },
  })
  return readFileSync(logFile(dataFolder, "medusa-exec"), "utf8")
}
