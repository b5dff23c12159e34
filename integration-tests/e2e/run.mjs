// The browser tests on a demo of their own: `npm run test:e2e`, and with
// arguments for jest: `npm run test:e2e -- messaging`. With E2E_RUNNING_DEMO=1
// they use the demo that runs already.
import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  onStop,
  stopAll,
  stopOnSignals,
} from "../../demo/processes/stopping.mjs"
import { startDemo } from "./run/demo.mjs"
import { findChromium } from "./run/find-chromium.mjs"

const jest = createRequire(import.meta.url).resolve("jest/bin/jest")

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "instalments-e2e-"))
  // PostgreSQL may run as another account, which has to enter it.
  chmodSync(folder, 0o755)
  onStop(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function run() {
  const chromium = findChromium()
  const demo = await startDemo(dataFolder)
  const tests = spawn(
    process.execPath,
    [jest, "--runInBand", ...process.argv.slice(2)],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        TEST_SUITE: "e2e",
        E2E_CHROMIUM: chromium,
        E2E_DEMO: JSON.stringify(demo),
      },
    }
  )
  onStop(() => tests.kill("SIGTERM"))
  return await new Promise((resolve) =>
    tests.once("exit", (code) => resolve(code ?? 1))
  )
}

stopOnSignals()
try {
  process.exitCode = await run()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
await stopAll()
process.exit()
