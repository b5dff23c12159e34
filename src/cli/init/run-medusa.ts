import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import { confirmed } from "../confirmed"

/**
 * Migrates the database of a store and makes what it needs to sell in South
 * Africa, by the store's own Medusa. Answers the exit code.
 */
export async function makeRegionOf(
  directory: string,
  yes: boolean
): Promise<number> {
  const question =
    "Run the store's migrations, and add a region in rand with VAT and delivery where it has none?"
  if (!yes && !(await confirmed(question))) {
    console.log("The database was left alone.")
    return 1
  }
  // Else Medusa asks whether to delete tables of links that are no more.
  const unasked = yes ? ["--execute-safe-links"] : []
  const migrated = await medusa(directory, "db:migrate", ...unasked)
  if (migrated !== 0) {
    throw new Error(
      `medusa db:migrate ended with ${migrated}. What it printed above says why; after that run init --zar again.`
    )
  }
  const made = await medusa(directory, "exec", join(__dirname, "region.js"))
  console.log(made === 0 ? SELLS : FAILED)
  return made
}

const SELLS = `
Next: give products a price in ZAR, start the store, and run
  npx medusa-payment-instalments doctor`

const FAILED = `
The region was not made whole. What is printed above says why; what was made by then
is kept, and running init --zar again goes on from there.`

/** `medusa` of the store itself, whose output goes to this terminal. */
async function medusa(directory: string, ...args: string[]): Promise<number> {
  const store = createRequire(join(directory, "package.json"))
  const program = store.resolve("@medusajs/cli/cli.js")
  const running = spawn(process.execPath, [program, ...args], {
    cwd: directory,
    stdio: "inherit",
  })
  return new Promise((resolve, reject) => {
    running.once("error", reject)
    running.once("exit", (code) => resolve(code ?? 1))
  })
}
