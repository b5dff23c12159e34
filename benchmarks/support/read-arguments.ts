import { parseArgs } from "node:util"
import { benchmarks } from "./list"

/**
 * Which benchmarks are wanted, and where the JSON goes.
 *
 * @throws for an unknown name; the message lists the known ones.
 */
export function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "string" } },
  })
  const all = Object.keys(benchmarks)
  const unknown = positionals.find((name) => !all.includes(name))
  if (unknown) {
    throw new Error(
      `There is no benchmark ${unknown}. There are: ${all.join(", ")}.`
    )
  }
  return { names: positionals.length ? positionals : all, json: values.json }
}
