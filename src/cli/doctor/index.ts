import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { examine } from "./examine"
import { readStore } from "./read-store"
import { table, withoutSecrets } from "./report"

/**
 * `npx medusa-payment-instalments doctor`: examines the store of a folder and
 * the service, prints what it found, and answers the exit code: 1 when
 * something is wrong.
 */
export async function doctor(argv: string[]): Promise<number> {
  try {
    const { json, directory } = readArguments(argv)
    // medusa-config and what it loads read their environment from here.
    process.chdir(directory)
    const store = quietly(() => readStore(directory))
    const findings = withoutSecrets(await examine(store), store)
    const ok = findings.every(({ state }) => state !== "wrong")
    console.log(
      json ? JSON.stringify({ ok, findings }, null, 2) : table(findings)
    )
    return ok ? 0 : 1
  } catch (error) {
    console.error(`The doctor could not begin: ${(error as Error).message}`)
    return 1
  }
}

function readArguments(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      json: { type: "boolean", default: false },
      directory: { type: "string", default: "." },
    },
  })
  const { json, directory } = values
  return { json, directory: resolve(directory) }
}

/** What Medusa logs while its config is read would spoil the JSON. */
function quietly<T>(work: () => T): T {
  const write = process.stdout.write
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    return work()
  } finally {
    process.stdout.write = write
  }
}
