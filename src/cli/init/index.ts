import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { confirmed } from "../confirmed"
import { addVariables, emptyVariables } from "./environment"
import { CONFIG_LINES, hasLines } from "./lines"
import { makeRegionOf } from "./run-medusa"

const NAMES = ["ts", "js", "mjs", "cjs"].map((end) => `medusa-config.${end}`)
/** Where the backend is in Medusa's monorepo starter. */
const IN_MONOREPO = "apps/backend"
const ENVIRONMENT = ".env"
const TEMPLATE = ".env.template"

type Wanted = ReturnType<typeof readArguments>

/** A file of the store, as it is and as it shall be; null when it is not there. */
type Change = { name: string; before: string | null; after: string }

/**
 * `npx medusa-payment-instalments init`: puts the plugin's variables into the `.env`
 * of a store, after showing them, and prints the lines for its medusa-config; with
 * `--zar` makes what a store needs to sell in South Africa. Answers the exit code: 1
 * when somebody has to do something before it can go on.
 */
export async function init(argv: string[]): Promise<number> {
  try {
    const wanted = readArguments(argv)
    const folders = [wanted.directory, join(wanted.directory, IN_MONOREPO)]
    for (const directory of folders) {
      const configs = NAMES.filter((name) => existsSync(join(directory, name)))
      if (configs.length > 1) {
        throw new Error(
          `There are ${configs.join(" and ")} in ${directory}, and Medusa reads one of them. Delete what it does not need.`
        )
      }
      const [config] = configs
      if (config) {
        return await initStore(config, { ...wanted, directory })
      }
    }
    throw new Error(
      `There is no medusa-config in ${wanted.directory}. Run this in the folder of the Medusa backend, or name it with --directory.`
    )
  } catch (error) {
    console.error(`init could not go on: ${(error as Error).message}`)
    return 1
  }
}

function readArguments(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      yes: { type: "boolean", short: "y", default: false },
      sandbox: { type: "boolean", default: false },
      zar: { type: "boolean", default: false },
      directory: { type: "string", default: "." },
    },
  })
  return { ...values, directory: resolve(values.directory) }
}

async function initStore(config: string, wanted: Wanted): Promise<number> {
  const { directory, sandbox, zar, yes } = wanted
  if (!(await writeVariables(directory, sandbox, yes))) {
    return 1
  }
  const isPasted = hasLines(read(directory, config) ?? "")
  if (!isPasted) {
    console.log(paste(join(directory, config)))
  }
  const empty = emptyVariables(read(directory, ENVIRONMENT) ?? "", process.env)
  if (empty.length > 0) {
    console.log(fillIn(empty, join(directory, ENVIRONMENT)))
  }
  if (!zar) {
    console.log(NEXT)
    return 0
  }
  if (!isPasted || empty.length > 0) {
    console.log("The database was left alone. After that run init --zar again.")
    return 1
  }
  return await makeRegionOf(directory, yes)
}

/** Whether the variables are there now: false when somebody said no. */
async function writeVariables(
  directory: string,
  sandbox: boolean,
  yes: boolean
): Promise<boolean> {
  const changes = environmentChanges(directory, sandbox).filter(
    ({ before, after }) => before !== after
  )
  if (changes.length === 0) {
    console.log("Nothing to write: the variables are there.")
    return true
  }
  changes.forEach((change) => console.log(shown(change)))
  if (!yes && !(await confirmed("Write this?"))) {
    console.log("Nothing was written.")
    return false
  }
  for (const { name, after } of changes) {
    writeFileSync(join(directory, name), after)
  }
  const names = changes.map(({ name }) => name).join(", ")
  console.log(`Written: ${names}. In ${directory}.`)
  return true
}

/** The names go into `.env`, and into its template where the store has one. */
function environmentChanges(directory: string, sandbox: boolean): Change[] {
  const environment = read(directory, ENVIRONMENT)
  const template = read(directory, TEMPLATE)
  return [
    {
      name: ENVIRONMENT,
      before: environment,
      after: addVariables(environment ?? "", sandbox),
    },
    ...(template === null
      ? []
      : [
          {
            name: TEMPLATE,
            before: template,
            after: addVariables(template, false),
          },
        ]),
  ]
}

function read(directory: string, name: string): string | null {
  const file = join(directory, name)
  return existsSync(file) ? readFileSync(file, "utf8") : null
}

/** What is new in a change; the rest of a `.env` is secret. */
function shown({ name, before, after }: Change): string {
  const known = new Set(before?.split(/\r?\n/))
  const added = after.split(/\r?\n/).filter((line) => !known.has(line))
  return [name, ...added.map((line) => `+${line}`), ""].join("\n")
}

function paste(config: string): string {
  return `
Paste these lines into what goes into defineConfig({ … }) in
${config}.
Where plugins or the payment module stand there already, add to them.

${CONFIG_LINES}
`
}

function fillIn(names: string[], file: string): string {
  return `
Fill in ${names.join(", ")} in ${file}. The service gives them to
you; init --sandbox fills in those of the sandbox in this package.`
}

const NEXT = `
Next, each as npx medusa-payment-instalments ...:
  init --zar                makes the tables, and a region in rand where there is none
                            (npx medusa db:migrate makes the tables alone)
  storefront ../storefront  makes one of Medusa's Next.js starters sell in instalments
  doctor                    checks all of it
`
