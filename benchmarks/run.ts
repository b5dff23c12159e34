import { writeFileSync } from "node:fs"
import { benchmarks } from "./support/list"
import { readArguments } from "./support/read-arguments"
import { machine } from "./support/machine"
import { printTable } from "./support/print-table"
import { bootStore } from "./support/boot"
import type { Figure } from "./support/figure"

/** Runs the benchmarks that are named, or all, and prints one table. */
async function run() {
  const { names, json } = readArguments(process.argv.slice(2))
  const before = machine()
  process.stderr.write("Setting up a store ...\n")
  const store = await bootStore()
  const results: Record<string, Figure[]> = {}
  const report = () => ({ ...before, loadAfter: machine().load, results })
  for (const name of names) {
    const from = performance.now()
    process.stderr.write(`${name} ...`)
    results[name] = await benchmarks[name]!(store)
    const seconds = Math.round((performance.now() - from) / 1_000)
    process.stderr.write(` ${seconds} s\n`)
    if (json) {
      // After each: an hour's figures are not lost with the last benchmark.
      writeFileSync(json, `${JSON.stringify(report(), null, 2)}\n`)
    }
  }
  process.stdout.write(printTable(report()))
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
