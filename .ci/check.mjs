// Runs one command as one test of the gate's sum:
// node .ci/check.mjs RESULTS NAME COMMAND...
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const [folder, name, command, ...args] = process.argv.slice(2)
console.log(`\n== ${name}`)
const { status } = spawnSync(command, args, { stdio: "inherit" })
const failed = status === 0 ? 0 : 1
writeFileSync(
  join(folder, `${name}.json`),
  JSON.stringify({
    numPassedTests: 1 - failed,
    numFailedTests: failed,
    numRuntimeErrorTestSuites: 0,
  })
)
if (failed) {
  console.error(`== ${name} failed`)
}
process.exit(failed)
