import { readdirSync } from "node:fs"
import { join } from "node:path"
import { withStore } from "../store/with-store"

const HTTP = join(__dirname, "../http")

/**
 * Runs every nth file of `http/` in one store, as a store takes longer to boot
 * than most of them to run. Each of them runs by itself too, in a store of its
 * own: `TEST_SUITE=http`.
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
