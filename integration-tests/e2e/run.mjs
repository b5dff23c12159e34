// The browser tests on demos of their own, one for each worker: `npm run
// test:e2e`, and with a file's name on one demo: `npm run test:e2e -- messaging`.
// With E2E_RUNNING_DEMO=1 they use the demo that runs already.
import { createRequire } from "node:module"
import { runInTerminal } from "../../demo/processes/run-program.mjs"
import { runAndStop } from "../../demo/processes/stopping.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { buildAdmin } from "./run/build-admin.mjs"
import { runningDemo, startDemo } from "./run/demo.mjs"
import { findChromium } from "./run/find-chromium.mjs"

const WORKERS = 2
/** Longer than two waits of a page: then the test says what it waited for. */
const LONGEST_TEST_MS = 150_000
const jest = createRequire(import.meta.url).resolve("jest/bin/jest")
const args = process.argv.slice(2)
const isAll = args.every((arg) => arg.startsWith("-"))

async function startDemos() {
  await buildAdmin(throwAwayFolder("admin"))
  return await Promise.all(
    Array.from({ length: isAll ? WORKERS : 1 }, () =>
      startDemo(throwAwayFolder("e2e"))
    )
  )
}

async function run() {
  const chromium = findChromium()
  const demos = process.env.E2E_RUNNING_DEMO
    ? [runningDemo()]
    : await startDemos()
  const options = [
    `--maxWorkers=${demos.length}`,
    `--testTimeout=${LONGEST_TEST_MS}`,
  ]
  return await runInTerminal(process.execPath, [jest, ...options, ...args], {
    TEST_SUITE: "e2e",
    E2E_CHROMIUM: chromium,
    E2E_DEMOS: JSON.stringify(demos),
  })
}

await runAndStop(run)
