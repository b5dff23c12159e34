import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { patchOf } from "../patch"
import { confirmed } from "../confirmed"
import { editConfig } from "./config/edit-config"
import { ALL_LINES } from "./config/lines"
import { Unclear } from "./config/read-code"
import { addVariables, emptyVariables } from "./environment"
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
 * `npx medusa-payment-instalments init`: puts plugin and payment provider into the
 * medusa-config of a folder and their variables into its `.env`, after showing
 * what changes; with `--zar` also what a store needs to sell in South Africa.
 * Answers the exit code: 1 when somebody has to do something before it can go on.
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
  const edited = editOf(directory, config)
  const changes = [
    ...("after" in edited ? [edited] : []),
    ...environmentChanges(directory, sandbox),
  ].filter(({ before, after }) => before !== after)

  changes.forEach((change) => console.log(shown(change)))
  if (changes.length === 0 && "after" in edited) {
    console.log("Nothing to write: plugin, provider and variables are there.")
  } else if (changes.length > 0) {
    if (!yes && !(await confirmed("Write this?"))) {
      console.log("Nothing was written.")
      return 1
    }
    for (const { name, after } of changes) {
      writeFileSync(join(directory, name), after)
    }
    const names = changes.map(({ name }) => name).join(", ")
    console.log(`Written: ${names}. In ${directory}.`)
  }
  if ("unclear" in edited) {
    console.log(byHand(config, edited.unclear))
    return 1
  }
  const empty = emptyVariables(read(directory, ENVIRONMENT) ?? "", process.env)
  if (empty.length > 0) {
    console.log(fillIn(empty, join(directory, ENVIRONMENT)))
  }
  if (!zar) {
    console.log(NEXT)
    return 0
  }
  if (empty.length > 0) {
    console.log("The database was left alone. After that run init --zar again.")
    return 1
  }
  return await makeRegionOf(directory, yes)
}

function editOf(directory: string, name: string): Change | { unclear: string } {
  const before = read(directory, name) ?? ""
  try {
    return { name, before, after: editConfig(before) }
  } catch (error) {
    if (error instanceof Unclear) {
      return { unclear: error.message }
    }
    throw error
  }
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

/** A change as a patch. Of a `.env` only what is new: the rest is secret. */
function shown({ name, before, after }: Change): string {
  if (!name.startsWith(ENVIRONMENT)) {
    return patchOf(name, before, after)
  }
  const known = new Set(before?.split(/\r?\n/))
  const added = after.split(/\r?\n/).filter((line) => !known.has(line))
  return [name, ...added.map((line) => `+${line}`), ""].join("\n")
}

function byHand(config: string, reason: string): string {
  return `
${config} was left alone: ${reason}.
Add these lines to what goes into defineConfig({ … }) by hand. Where plugins or the
payment module stand there already, add to them.

${ALL_LINES}
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
