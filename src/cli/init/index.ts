import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { confirmed } from "../confirmed"
import { addVariables } from "./environment"
import { CONFIG_LINES, PLUGIN } from "./lines"

/** Where the backend is in Medusa's monorepo starter. */
const IN_MONOREPO = "apps/backend"

/**
 * `npx medusa-payment-instalments init`: puts the plugin's variables into the `.env`
 * of a store, after showing them, and prints the lines for its medusa-config; with
 * `--zar` makes what a store needs to sell in South Africa. Answers the exit code: 1
 * when somebody has to do something before it can go on.
 */
export async function init(argv: string[]): Promise<number> {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        yes: { type: "boolean", short: "y", default: false },
        sandbox: { type: "boolean", default: false },
        zar: { type: "boolean", default: false },
        directory: { type: "string", default: "." },
      },
    })
    const { directory, config } = storeIn(resolve(values.directory))
    if (!(await writeVariables(directory, values.sandbox, values.yes))) {
      return 1
    }
    const isPasted = readFileSync(config, "utf8").includes(PLUGIN)
    if (!isPasted) {
      console.log(
        `\nPaste these lines into what goes into defineConfig({ … }) in\n${config}.\nWhere plugins or the payment module stand there already, add to them.\n\n${CONFIG_LINES}\n`
      )
    }
    if (values.zar && isPasted) {
      return await makeRegion(directory, values.yes)
    }
    console.log(NEXT)
    return values.zar ? 1 : 0
  } catch (error) {
    console.error(`init could not go on: ${(error as Error).message}`)
    return 1
  }
}

/** @throws Error where no medusa-config is */
function storeIn(given: string) {
  for (const directory of [given, join(given, IN_MONOREPO)]) {
    const config = ["ts", "js", "mjs", "cjs"]
      .map((end) => join(directory, `medusa-config.${end}`))
      .find(existsSync)
    if (config) {
      return { directory, config }
    }
  }
  throw new Error(
    `There is no medusa-config in ${given}. Run this in the folder of the Medusa backend, or name it with --directory.`
  )
}

/**
 * The names go into `.env`, and into its template where the store has one. Whether
 * they are there now: false when somebody said no.
 */
async function writeVariables(
  directory: string,
  sandbox: boolean,
  yes: boolean
): Promise<boolean> {
  const changes = [".env", ".env.template"].flatMap((name) => {
    const file = join(directory, name)
    const before = existsSync(file) ? readFileSync(file, "utf8") : null
    if (before === null && name !== ".env") {
      return []
    }
    const after = addVariables(before ?? "", sandbox && name === ".env")
    return before === after ? [] : { name, file, before, after }
  })
  if (changes.length === 0) {
    console.log("Nothing to write: the variables are there.")
    return true
  }
  for (const { name, before, after } of changes) {
    // Only what is new: the rest of a `.env` is secret.
    const known = new Set(before?.split("\n"))
    const added = after.split("\n").filter((line) => !known.has(line))
    console.log([name, ...added.map((line) => `+${line}`), ""].join("\n"))
  }
  if (!yes && !(await confirmed("Write this?"))) {
    console.log("Nothing was written.")
    return false
  }
  changes.forEach(({ file, after }) => writeFileSync(file, after))
  const names = changes.map(({ name }) => name).join(", ")
  console.log(`Written: ${names}. In ${directory}.`)
  return true
}

/** Migrates a store, and makes what it needs, by its own Medusa. */
async function makeRegion(directory: string, yes: boolean): Promise<number> {
  const question =
    "Run the store's migrations, and add a region in rand with VAT and delivery where it has none?"
  if (!yes && !(await confirmed(question))) {
    console.log("The database was left alone.")
    return 1
  }
  // Else Medusa asks whether to delete tables of links that are no more.
  const unasked = yes ? ["--execute-safe-links"] : []
  const code =
    (await medusa(directory, "db:migrate", ...unasked)) ||
    (await medusa(directory, "exec", join(__dirname, "region.js")))
  console.log(code === 0 ? SELLS : FAILED)
  return code
}

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

const NEXT = `
Next, when .env has a value for each variable and medusa-config has the lines:
  npx medusa-payment-instalments init --zar  makes the tables, and a region in rand
                                             (npx medusa db:migrate makes the tables alone)
`

const SELLS = `
Next: give products a price in ZAR, start the store, and run
  npx medusa-payment-instalments doctor`

const FAILED = `
What is printed above says why. What was made by then is kept, and running
init --zar again goes on from there.`
