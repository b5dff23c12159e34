// Installs the packed packages into shops and buys there: on the newest Medusa in a
// monorepo with its storefront, on the oldest in a store of its own.
//   npm run test:install [-- --version 2.21.2] [-- --manager pnpm] [-- --layout store]
// Needs the npm registry and Chromium; PostgreSQL is brought along, as in npm test.
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "../../demo/database/postgres/server.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { installMonorepo } from "./install-monorepo.mjs"
import { install } from "./install.mjs"
import { packByReadme, packPrevious, previousTag } from "./pack.mjs"
import { it, runSteps, StepFailed } from "./record.mjs"
import { bringManager } from "./store/package-managers.mjs"
import { versions } from "./versions.mjs"

/** How each layout is installed, and the package manager that it usually has. */
const LAYOUTS = {
  monorepo: { work: installMonorepo, usual: "pnpm" },
  store: { work: install, usual: "npm" },
}

const { values } = parseArgs({
  options: {
    version: { type: "string", multiple: true },
    manager: { type: "string" },
    layout: { type: "string" },
    outputFile: { type: "string" },
  },
})

async function run() {
  const place = throwAwayFolder("install")
  console.log("The packages")
  await it("are built and packed as the README says", () => packByReadme(place))
  const tag = await previousTag()
  const previous = tag
    ? await it(`are packed as at ${tag}`, () => packPrevious(place, tag))
    : console.log("  (no release yet to upgrade from)")
  const { url } = await startPostgres(join(place, "database"))
  const known = values.version ?? (await versions())
  console.log(`\nMedusa ${known.join(" and ")}`)
  for (const [index, version] of known.entries()) {
    const layout = values.layout ?? (index === 0 ? "monorepo" : "store")
    const { work, usual } = LAYOUTS[layout]
    const manager = values.manager ?? usual
    await bringManager(place, manager)
    const name = `${layout}-${version}`
    const databaseUrl = Object.assign(new URL(url), {
      pathname: `/${name.replaceAll(/\W/g, "_")}`,
    }).href
    const wanted = { place, name, version, manager, databaseUrl, previous }
    await work(wanted).catch((error) => {
      if (!(error instanceof StepFailed)) {
        throw error
      }
    })
  }
}

await runSteps(run, values.outputFile)
