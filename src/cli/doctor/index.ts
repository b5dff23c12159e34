import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { examine } from "./examine"
import { purchaseReport, StoreDatabase } from "../../modules/instalments/health"
import { readStore, type StoreSetup } from "./read-store"
import { cutSecrets, table, withoutSecrets } from "./report"

/**
 * `npx medusa-payment-instalments doctor`: examines the store of a folder and
 * the service, prints what it found, and answers the exit code: 1 when
 * something is wrong. `--purchase REFERENCE` prints how the service spelt one
 * purchase instead.
 */
export async function doctor(argv: string[]): Promise<number> {
  try {
    const { json, directory, purchase } = readArguments(argv)
    // medusa-config and what it loads read their environment from here.
    process.chdir(directory)
    const store = quietly(() => readStore(directory))
    if (purchase !== undefined) {
      console.log(await reportPurchase(store, purchase))
      return 0
    }
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
      purchase: { type: "string" },
    },
  })
  const { json, directory, purchase } = values
  return { json, directory: resolve(directory), purchase }
}

/** How the service spelt one purchase. @throws Error when there is none */
async function reportPurchase(
  store: StoreSetup,
  reference: string
): Promise<string> {
  const database = new StoreDatabase(store.database)
  try {
    const purchase = await database.health.purchase(reference)
    if (!purchase) {
      throw new Error(
        `No checkout of this store has the reference or the id ${reference}.`
      )
    }
    return cutSecrets(purchaseReport(purchase), store)
  } finally {
    await database.close()
  }
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
