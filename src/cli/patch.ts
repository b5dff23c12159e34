import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A file as it is and as it shall be; `before` is null for a file that is new. */
export type Change = { path: string; before: string | null; after: string }

const DIFF =
  "-c core.autocrlf=false diff --no-index --no-prefix --no-renames --no-ext-diff --no-color a b"

/**
 * What changes in files, as a patch that `git apply` takes; git itself makes it.
 *
 * @throws Error where there is no git
 */
export function patchOf(changes: Change[]): string {
  const folder = mkdtempSync(join(tmpdir(), "instalments-patch-"))
  try {
    for (const { path, before, after } of changes) {
      write(join(folder, "a", path), before)
      write(join(folder, "b", path), after)
    }
    const { error, stdout } = spawnSync("git", DIFF.split(" "), {
      cwd: folder,
      encoding: "utf8",
    })
    if (error) {
      throw new Error(`git is needed for this: ${error.message}`)
    }
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function write(file: string, text: string | null): void {
  mkdirSync(dirname(file), { recursive: true })
  if (text !== null) {
    writeFileSync(file, text)
  }
}
