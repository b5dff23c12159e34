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

/** What the run file of the demo says that runs already, and its database. */
export function runningDemo() {
  const run = readRunFile()
  if (!run) {
    throw new Error("No demo is running: start one, npm run demo.")
  }
  return { ...run, database: runningDatabase(usualFolder) }
}

/** The same of a fresh demo on free ports with its data in `folder`. */
export async function startDemo(folder) {
  const runFile = join(folder, "run.json")
  const demo = x(process.execPath, [join(root, "demo", "start.mjs")], {
    nodeOptions: {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        // The tests drive the sandbox, whatever service somebody works with.
        INSTALMENTS_BASE_URL: undefined,
        DEMO_ADMIN: "built",
        DEMO_DATA: folder,
        DEMO_RUN_FILE: runFile,
        DEMO_PORT: String(await getPort()),
        DEMO_STOREFRONT_PORT: String(await getPort()),
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
  await pWaitFor(() => isOver || readRunFile(runFile) !== undefined, {
    interval: 200,
  })
  if (isOver) {
    throw new Error("The demo did not start, so there is nothing to test.")
  }
  return { ...readRunFile(runFile), database: runningDatabase(folder) }
}
