import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { typeInto } from "./shell.mjs"

const YARN = "nodeLinker: node-modules\nenableImmutableInstalls: false\n"

/**
 * How a store's packages are installed, added and removed. `tool` is the package
 * that brings the program along; `files` are what a store of its own needs in its
 * folder for it, `workspace` what a monorepo needs, whose storefront has this
 * `react`. `locked` reads the names of all packages out of the file `lock`.
 */
export const MANAGERS = {
  npm: {
    add: "install",
    remove: "uninstall",
    files: {},
    workspace: {},
    // npm puts Next.js beside the backend's React, and it does not build with another.
    react: "^18.3.1",
    lock: "package-lock.json",
    locked: (text) => Object.keys(JSON.parse(text).packages),
  },
  pnpm: {
    // As Medusa's monorepo starter has it.
    tool: "pnpm@10.11.1",
    add: "add",
    remove: "remove",
    // What Medusa's own guide tells a store under pnpm to have.
    files: {
      ".npmrc": [
        "public-hoist-pattern[]=*@medusajs/*",
        "public-hoist-pattern[]=@tanstack/react-query",
        "public-hoist-pattern[]=react-i18next",
        "public-hoist-pattern[]=react-router-dom\n",
      ].join("\n"),
    },
    workspace: { "pnpm-workspace.yaml": 'packages:\n  - "apps/*"\n' },
    react: "^19.0.0",
    lock: "pnpm-lock.yaml",
    locked: (text) =>
      // What stands in `packages`; `snapshots` after it has them once more.
      text.split(/^snapshots:$/m)[0].match(/^ {2}\S+@.+(?=:$)/gm),
  },
  yarn: {
    tool: "@yarnpkg/cli-dist@4.12.0",
    add: "add",
    remove: "remove",
    files: { ".yarnrc.yml": YARN },
    workspace: { ".yarnrc.yml": YARN },
    react: "^19.0.0",
    lock: "yarn.lock",
    locked: (text) => text.match(/^"\S.*(?=:$)/gm),
  },
}

/** Where a manager's program is once `bringManager` has installed it. */
export const programsIn = (folder) => join(folder, "programs/node_modules/.bin")

/** Installs a package manager that npm does not bring along, for this run only. */
export async function bringManager(folder, name) {
  const { tool } = MANAGERS[name]
  if (tool && !existsSync(join(programsIn(folder), name))) {
    await typeInto(folder, `npm install --prefix programs ${tool}`)
  }
}

/** The names of all packages that a folder's lock file has. */
export function lockedPackages(folder, name) {
  const { lock, locked } = MANAGERS[name]
  return locked(readFileSync(join(folder, lock), "utf8"))
}
