import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setTimeout as pause } from "node:timers/promises"
import { runningDatabase } from "../../../demo/database/open.mjs"
import { freePort } from "../../../demo/processes/ports.mjs"
import { onStop } from "../../../demo/processes/stopping.mjs"
import { readRunFile } from "../../../demo/run-file.mjs"
import { dataFolder as usualFolder } from "../../../demo/settings.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/**
 * A fresh demo on free ports with its data in a new folder, or the one that
 * runs already (E2E_RUNNING_DEMO): what its run file says, and its database.
 */
export async function startDemo(makeFolder) {
  if (process.env.E2E_RUNNING_DEMO) {
    const run = readRunFile()
    if (!run) {
      throw new Error("No demo is running: start one, npm run demo.")
    }
    return { ...run, database: runningDatabase(usualFolder) }
  }
  const folder = makeFolder()
  const storefront = await freePort()
  // The tests drive the sandbox, whatever service somebody works with.
  const { INSTALMENTS_BASE_URL: _, ...env } = process.env
  const demo = spawn(process.execPath, [join(root, "demo", "start.mjs")], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...env,
      DEMO_DATA: folder,
      DEMO_PORT: String(await freePort()),
      DEMO_STOREFRONT_PORT: String(storefront),
      DEMO_SANDBOX_PORT: String(await freePort()),
    },
  })
  let isOver = false
  const ended = new Promise((resolve) => demo.once("exit", resolve))
  void ended.then(() => (isOver = true))
  onStop(async () => {
    demo.kill("SIGTERM")
    await ended
  })
  const address = `http://localhost:${storefront}`
  while (readRunFile()?.storefront !== address) {
    if (isOver) {
      throw new Error("The demo did not start, so there is nothing to test.")
    }
    await pause(200)
  }
  return { ...readRunFile(), database: runningDatabase(folder) }
}
