// Sums the jest reports in a folder and prints the gate's closing line.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.argv[2]
const reports = readdirSync(folder).map((file) =>
  JSON.parse(readFileSync(join(folder, file), "utf8"))
)
const passed = reports.reduce((sum, r) => sum + r.numPassedTests, 0)
const failed = reports.reduce(
  // A suite that did not even load counts as one failure.
  (sum, r) => sum + r.numFailedTests + r.numRuntimeErrorTestSuites,
  0
)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
