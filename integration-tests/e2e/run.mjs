// The browser tests on a demo of their own: `npm run test:e2e`, and with
// arguments for jest: `npm run test:e2e -- messaging`. With E2E_RUNNING_DEMO=1
// they use the demo that runs already.
import { createRequire } from "node:module"
import { runInTerminal } from "../../demo/processes/run-program.mjs"
import { runAndStop } from "../../demo/processes/stopping.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { startDemo } from "./run/demo.mjs"
import { findChromium } from "./run/find-chromium.mjs"

const jest = createRequire(import.meta.url).resolve("jest/bin/jest")

async function run() {
  const chromium = findChromium()
  const demo = await startDemo(() => throwAwayFolder("e2e"))
  const args = [jest, "--runInBand", ...process.argv.slice(2)]
  return await runInTerminal(process.execPath, args, {
    TEST_SUITE: "e2e",
    E2E_CHROMIUM: chromium,
    E2E_DEMO: JSON.stringify(demo),
  })
}

await runAndStop(run)
