import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { parseArgs } from "node:util"
import { confirmed } from "../confirmed"
import { patchOf } from "../patch"
import { isStarter, planEdits, type ByHand, type ReadFile } from "./apply"

/** Where the storefront is in Medusa's monorepo starter. */
const IN_MONOREPO = "apps/storefront"

/**
 * `npx medusa-payment-instalments storefront ../storefront`: makes one of Medusa's
 * Next.js starters sell in instalments, by a patch that is kept beside it, so
 * that it can be looked at and taken back. Answers the exit code: 1 when something
 * is left to do by hand.
 */
export async function storefront(argv: string[]): Promise<number> {
  try {
    const { folder, yes } = readArguments(argv)
    return await applyTo(starterIn(folder), yes)
  } catch (error) {
    console.error(`storefront could not go on: ${(error as Error).message}`)
    return 1
  }
}

function readArguments(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { yes: { type: "boolean", short: "y", default: false } },
  })
  return { folder: resolve(positionals[0] ?? "."), yes: values.yes }
}

/** @throws Error when no starter is in the folder */
function starterIn(folder: string): string {
  const found = [folder, join(folder, IN_MONOREPO)].find((one) =>
    isStarter(reader(one))
  )
  if (!found) {
    throw new Error(
      `${folder} is not one of Medusa's Next.js starters: it lacks files that they have. docs/storefronts.md of this package says how to do it in any shop.`
    )
  }
  return found
}

function reader(folder: string): ReadFile {
  return (path) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, "utf8") : null
  }
}

async function applyTo(folder: string, yes: boolean): Promise<number> {
  const { writes, byHand } = planEdits(reader(folder))
  if (writes.length === 0) {
    console.log("Nothing to write: the storefront has all that fits.")
  } else {
    const within = placeInRepository(folder)
    const patch = patchOf(
      writes.map((write) => ({ ...write, path: within + write.path }))
    )
    const name = freeName(folder, patch)
    writeFileSync(join(folder, name), patch)
    for (const { path, before } of writes) {
      console.log(`  ${before === null ? "new    " : "changed"}  ${path}`)
    }
    console.log(`\nAll of it is in ${join(folder, name)}.`)
    if (!yes && !(await confirmed("Apply it?"))) {
      console.log("Nothing was changed. The patch stays, for you to look at.")
      return 1
    }
    for (const { path, after } of writes) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, after)
    }
    console.log(`Applied. In ${folder}, git apply -R ${name} takes it back.`)
  }
  byHand.forEach((one) => console.log(toDo(one)))
  console.log(next(folder))
  return byHand.length > 0 ? 1 : 0
}

/** `apps/storefront/` where that is in a repository: git's paths begin at its root. */
function placeInRepository(folder: string): string {
  let root = folder
  while (!existsSync(join(root, ".git"))) {
    if (dirname(root) === root) {
      return ""
    }
    root = dirname(root)
  }
  const path = relative(root, folder).split(sep).join("/")
  return path && `${path}/`
}

/** Another patch that was applied before is not written over: it takes that back. */
function freeName(folder: string, patch: string): string {
  for (let count = 1; ; count++) {
    const name = `instalments${count > 1 ? `-${count}` : ""}.patch`
    const known = reader(folder)(name)
    if (known === null || known === patch) {
      return name
    }
  }
}

function toDo({ edit, reason }: ByHand): string {
  const changes = edit.changes.map(({ find, to }) =>
    patchOf([{ path: edit.path, before: find, after: to }]).replace(
      /^(diff|index|---|\+\+\+).*\n/gm,
      ""
    )
  )
  return `\n${edit.path} was left alone: ${reason}. By hand:\n${changes.join("")}`
}

const LOCKS = [
  ["pnpm-lock.yaml", "pnpm add"],
  ["yarn.lock", "yarn add"],
  ["package-lock.json", "npm install"],
] as const

/** What the shop still has to do. */
function next(folder: string): string {
  const places = [folder, dirname(folder), dirname(dirname(folder))]
  const [, add] = LOCKS.find(([lock]) =>
    places.some((place) => existsSync(join(place, lock)))
  ) ?? ["", "npm install"]
  return `
Next:
  ${add} medusa-payment-instalments-storefront   in the storefront
  set NEXT_PUBLIC_MEDUSA_BACKEND_URL there, and the storefront's origin in STORE_CORS of the store
`
}
