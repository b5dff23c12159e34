import { readFileSync } from "node:fs"
import { runProgram } from "../../demo/processes/run-program.mjs"
import { root } from "../../demo/settings.mjs"

/** The Medusa versions to install into: the newest and the oldest promised. */
export async function versions() {
  const { peerDependencies } = JSON.parse(
    readFileSync(`${root}/package.json`, "utf8")
  )
  const oldest = peerDependencies["@medusajs/medusa"].replace(/^\^/, "")
  const newest = await npmView("@medusajs/medusa", "version")
  return [...new Set([newest, oldest])]
}

/** What a store has of the packages that a version's dashboard is built with. */
export async function adminPackages(version) {
  const dashboard = `@medusajs/dashboard@${version}`
  const all = JSON.parse(await npmView(dashboard, "dependencies", "--json"))
  return Object.fromEntries(ADMIN.map((name) => [name, all[name]]))
}

const ADMIN = [
  "@medusajs/ui",
  "@tanstack/react-query",
  "react-i18next",
  "react-router-dom",
]

async function npmView(...args) {
  return (await runProgram("npm", ["view", ...args], { cwd: root })).trim()
}
