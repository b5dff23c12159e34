import { readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { runProgram } from "../../demo/processes/run-program.mjs"
import { onStop } from "../../demo/processes/stopping.mjs"
import { root } from "../../demo/settings.mjs"

/**
 * The release before this one, as a checkout of its tag that is built: its name
 * and folder; null while there is none.
 */
export async function previousRelease(folder) {
  const tag = await lastTag()
  if (!tag) {
    return null
  }
  const checkout = join(folder, "previous")
  await runProgram("git", ["worktree", "add", "--detach", checkout, tag], {
    cwd: root,
  })
  onStop(() =>
    runProgram("git", ["worktree", "remove", "--force", checkout], {
      cwd: root,
    })
  )
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
  const readme = readFileSync(join(checkout, "README.md"), "utf8")
  return { tag, checkout, readme }
}

/** The last tag of a version that is not this very commit; or undefined. */
async function lastTag() {
  const args = ["describe", "--tags", "--match", "v*", "--abbrev=0", "HEAD^"]
  try {
    return (await runProgram("git", args, { cwd: root })).trim()
  } catch {
    return undefined
  }
}
