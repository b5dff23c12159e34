// Installs the packed package into fresh stores and shops there:
//   npm run test:install [-- --version 2.21.2] [-- --manager pnpm]
// Needs the npm registry; PostgreSQL is brought along, as in npm test.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "../../demo/database/postgres/server.mjs"
import {
  onStop,
  stopAll,
  stopOnSignals,
} from "../../demo/processes/stopping.mjs"
import { install } from "./install.mjs"
import { pack, packPrevious, previousTag } from "./pack.mjs"
import { it, report, StepFailed } from "./record.mjs"
import { versions } from "./versions.mjs"

const { values } = parseArgs({
  options: {
    version: { type: "string", multiple: true },
    manager: { type: "string", default: "npm" },
    outputFile: { type: "string" },
  },
})

async function run() {
  const folder = mkdtempSync(join(tmpdir(), "instalments-install-"))
  // PostgreSQL may run as another account, which has to enter it.
  chmodSync(folder, 0o755)
  onStop(() => rmSync(folder, { recursive: true, force: true }))
  console.log("The package")
  const tarball = await it("is built and packed", () => pack(folder))
  const tag = await previousTag()
  const previous = tag
    ? await it(`is packed as it was at ${tag}`, () => packPrevious(folder, tag))
    : console.log("  (no release yet to upgrade from)")
  const { url } = await startPostgres(join(folder, "database"))
  const known = values.version ?? (await versions())
  console.log(`\nMedusa ${known.join(" and ")}`)
  for (const version of known) {
    const place = join(folder, version)
    const last = version === known.at(-1)
    const { manager } = values
    const wanted = {
      version,
      manager,
      folder: place,
      tarball,
      previous,
      server: url,
      last,
    }
    await install(wanted).catch((error) => {
      if (!(error instanceof StepFailed)) {
        throw error
      }
    })
  }
}

stopOnSignals()
try {
  await run()
} catch (error) {
  if (!(error instanceof StepFailed)) {
    await it("runs to its end", () => Promise.reject(error)).catch(() => {})
  }
}
await stopAll()
process.exit(report(values.outputFile))
