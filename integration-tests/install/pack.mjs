import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { runProgram } from "../../demo/processes/run-program.mjs"
import { root } from "../../demo/settings.mjs"
import { readmeLine } from "./store/readme.mjs"
import { typeInto } from "./store/shell.mjs"

/** Packs both packages as the README says, as in a clone that is in a folder. */
export async function packByReadme(folder) {
  const clone = join(folder, "medusa-payment-instalments")
  await typeInto(root, `${readmeLine("pack", "npm run")} -- ${clone}`)
}

/** Builds and packs a checkout of this repository; the tarball's path. */
async function pack(folder, checkout) {
  await runProgram("npm", ["run", "build"], { cwd: checkout })
  const args = ["pack", "--ignore-scripts", "--pack-destination", folder]
  const output = await runProgram("npm", args, { cwd: checkout })
  const name = /^medusa-payment-instalments-\S+\.tgz$/m.exec(output)
  return join(folder, name[0])
}

/** The tag of the release before this commit, if there is one. */
export async function previousTag() {
  const args = ["describe", "--tags", "--match", "v*", "--abbrev=0", "HEAD^"]
  const answer = runProgram("git", args, { cwd: root })
  return (await answer.catch(() => "")).trim()
}

/** That release out of a checkout of its tag, packed with today's dependencies. */
export async function packPrevious(folder, tag) {
  const place = join(folder, "previous")
  const checkout = join(place, "checkout")
  mkdirSync(place)
  const clone = ["clone", "--quiet", "--branch", tag, root, checkout]
  await runProgram("git", clone)
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
  return { tag, checkout, tarball: await pack(place, checkout) }
}
