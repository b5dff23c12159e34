import { join } from "node:path"
import { fileURLToPath } from "node:url"
import getPort from "get-port"
import pWaitFor from "p-wait-for"
import { x } from "tinyexec"
import { runningDatabase } from "../../../demo/database/open.mjs"
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
  const storefront = await getPort()
  const demo = x(process.execPath, [join(root, "demo", "start.mjs")], {
    nodeOptions: {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        // The tests drive the sandbox, whatever service somebody works with.
        INSTALMENTS_BASE_URL: undefined,
        DEMO_DATA: folder,
        DEMO_PORT: String(await getPort()),
        DEMO_STOREFRONT_PORT: String(storefront),
        DEMO_SANDBOX_PORT: String(await getPort()),
      },
    },
  })
  let isOver = false
  void demo.then(() => (isOver = true))
  onStop(async () => {
    demo.kill("SIGTERM")
    await demo
  })
  const address = `http://localhost:${storefront}`
  await pWaitFor(() => isOver || readRunFile()?.storefront === address, {
    interval: 200,
  })
  if (isOver) {
    throw new Error("The demo did not start, so there is nothing to test.")
  }
  return { ...readRunFile(), database: runningDatabase(folder) }
}
