import { readdirSync } from "node:fs"
import { join } from "node:path"
import { withStore } from "../store/with-store"

const HTTP = join(__dirname, "../http")

/**
 * Runs every nth file of `http/` in one store, because booting a store takes
 * longer than most of the files. Each file also runs in its own store:
 * `TEST_SUITE=http`.
 */
export function runTogether({ nth, of }: { nth: number; of: number }) {
  withStore(() => {
    const files = readdirSync(HTTP, { recursive: true, encoding: "utf8" })
    const specs = files.filter((name) => name.endsWith(".spec.ts")).sort()
    for (const file of specs.filter((_, i) => i % of === nth)) {
      describe(file, () => {
        require(join(HTTP, file))
      })
    }
  })
}
