import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Which files of a folder run; all that lie directly in it when left out. */
type Wanted = {
  /** Those of its folders too. */
  below?: boolean
  /** The first or the second half of the list, every other one of it. */
  half?: 1 | 2
  /** Only these, by the path in the folder. */
  only?: RegExp
  /** Not these. */
  not?: RegExp
}

/** Half of the time of `core`'s files: what one of its two stores runs. */
export const HALF_OF_CORE = /^(balances|limits|refund-doubts|late-payments)\./

/**
 * Runs the test files of a folder in one process, because loading Medusa takes
 * longer than most of the files. Each file also runs by itself, with the name of
 * its suite in TEST_SUITE.
 *
 * @param root the folder, from this one
 */
export function runTogether(
  root: string,
  { below, half, only, not }: Wanted = {}
) {
  const folder = join(__dirname, root)
  const files = readdirSync(folder, { recursive: below, encoding: "utf8" })
  const specs = files
    .filter((name) => name.endsWith(".spec.ts"))
    .filter((name) => (only?.test(name) ?? true) && !not?.test(name))
    .sort()
    .filter((_, place) => !half || place % 2 === half - 1)
  for (const file of specs) {
    describe(file, () => {
      require(join(folder, file))
    })
  }
}
