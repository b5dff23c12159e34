import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runMedusa } from "../../../demo/store/medusa.mjs"

/** Lets the jobs run to the end, and answers what all three sides say. */
export async function nextCheckAt(
  { dataFolder, env, service },
  { cartIds, wishes }
) {
  const input = join(dataFolder, "shopped.json")
  const output = join(dataFolder, "found.json")
  writeFileSync(input, JSON.stringify({ service, cartIds, wishes }))
  const script = "./integration-tests/cluster/aftermath/index.ts"
  await runMedusa("exec", [script, input, output], { dataFolder, env })
  return JSON.parse(readFileSync(output, "utf8"))
}
