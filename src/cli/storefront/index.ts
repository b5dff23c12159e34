import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { confirmed } from "../confirmed"
import { planEdits, type Plan } from "./apply"
import { EDITS } from "./edits"

/** Where the storefront is in Medusa's monorepo starter. */
const IN_MONOREPO = "apps/storefront"

/**
 * `npx medusa-payment-instalments storefront ../storefront`: makes one of Medusa's
 * Next.js starters sell in instalments. Answers the exit code: 1 when something is
 * left to do by hand.
 */
export async function storefront(argv: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { yes: { type: "boolean", short: "y", default: false } },
    })
    const folder = starterIn(resolve(positionals[0] ?? "."))
    return await applyTo(folder, values.yes)
  } catch (error) {
    console.error(`storefront could not go on: ${(error as Error).message}`)
    return 1
  }
}

function starterIn(folder: string): string {
  const found = [folder, join(folder, IN_MONOREPO)].find((one) =>
    existsSync(join(one, Object.keys(EDITS)[0]!))
  )
  if (!found) {
    throw new Error(
      `${folder} is not one of Medusa's Next.js starters. docs/storefronts.md of this package says how to do it in any shop.`
    )
  }
  return found
}

async function applyTo(folder: string, yes: boolean): Promise<number> {
  const { writes, byHand } = planEdits((path) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, "utf8") : null
  })
  for (const { path, isNew } of writes) {
    console.log(`  ${isNew ? "new    " : "changed"}  ${path}`)
  }
  if (writes.length === 0) {
    console.log("Nothing to write: the storefront has all that fits.")
  } else if (!yes && !(await confirmed(`Write these into ${folder}?`))) {
    console.log("Nothing was changed.")
    return 1
  }
  for (const { path, text } of writes) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  byHand.forEach((one) => console.log(toDo(one)))
  console.log(NEXT)
  return byHand.length > 0 ? 1 : 0
}

function toDo({ path, changes }: Plan["byHand"][number]): string {
  const lines = changes.flatMap(({ find, to }) => {
    const known = find.split("\n")
    return to
      .trimEnd()
      .split("\n")
      .map((line) => `${known.includes(line) ? " " : "+"}${line}`)
  })
  return `\n${path} was left alone: it is not as in the starter. By hand:\n${lines.join("\n")}`
}

const NEXT = `
Next, in the storefront:
  add the package medusa-payment-instalments-storefront
  set NEXT_PUBLIC_MEDUSA_BACKEND_URL, and the storefront's origin in STORE_CORS of the store
`
