import { readdirSync } from "node:fs"
import { join } from "node:path"

/**
 * Runs the test files of a folder in one process, because loading Medusa takes
 * longer than most of the files. Each file also runs by itself, with the name of
 * its suite in TEST_SUITE.
 *
 * @param root the folder, from this one
 * @param isWanted by the file's name in the folder and its place in the list
 */
export function runTogether(
  root: string,
  isWanted: (name: string, place: number) => boolean = () => true
) {
  const folder = join(__dirname, root)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  const specs = files.filter((name) => name.endsWith(".spec.ts")).sort()
  for (const file of specs.filter(isWanted)) {
    describe(file, () => {
      require(join(folder, file))
    })
  }
}
