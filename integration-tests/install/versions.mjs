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

/** The version of `@medusajs/ui` that a version's dashboard is built with. */
export function uiVersion(version) {
  return npmView(`@medusajs/dashboard@${version}`, "dependencies.@medusajs/ui")
}

async function npmView(name, field) {
  return (await runProgram("npm", ["view", name, field], { cwd: root })).trim()
}
