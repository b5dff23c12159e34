// Installs the packed package into fresh stores and shops there:
//   npm run test:install [-- --version 2.21.2] [-- --manager pnpm]
// Needs the npm registry; PostgreSQL is brought along, as in npm test.
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "../../demo/database/postgres/server.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { install } from "./install.mjs"
import { pack, packPrevious, previousTag } from "./pack.mjs"
import { it, runSteps, StepFailed } from "./record.mjs"
import { versions } from "./versions.mjs"

const { values } = parseArgs({
  options: {
    version: { type: "string", multiple: true },
    manager: { type: "string", default: "npm" },
    outputFile: { type: "string" },
  },
})

async function run() {
  const folder = throwAwayFolder("install")
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

await runSteps(run, values.outputFile)
