import { appendFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import getPort from "get-port"
import pg from "pg"
import { startNode } from "../../../demo/processes/node-process.mjs"
import { waitForAnswer } from "../../../demo/processes/wait-for-answer.mjs"
import { InstalledStore } from "../store/installed-store.mjs"
import { lockedPackages } from "../store/package-managers.mjs"
import { CLEAN, typeInto } from "../store/shell.mjs"
import { connectStorefront, writeMonorepo } from "./write-monorepo.mjs"

/** A shop in a workspace: its backend, its storefront, and what they share. */
export class Monorepo {
  constructor(folder, store, { manager, storefrontPort }) {
    this.folder = folder
    this.store = store
    this.manager = manager
    this.port = storefrontPort
    this.address = `http://localhost:${storefrontPort}`
    this.storefront = join(folder, "apps/storefront")
  }

  /** A shop as it is written, with packages for both of its parts. */
  static async install({ place, name, version, manager, databaseUrl }) {
    const folder = join(place, name)
    const ports = {
      port: await getPort(),
      sandboxPort: await getPort(),
      storefrontPort: await getPort(),
    }
    const wanted = { ...ports, version, manager, databaseUrl }
    await writeMonorepo(folder, wanted)
    const backend = join(folder, "apps/backend")
    const store = new InstalledStore(backend, { ...wanted, place })
    await typeInto(folder, `${manager} install`, store.programs)
    return new Monorepo(folder, store, wanted)
  }

  /** Its tables, its goods, and the key that its storefront needs of them. */
  async open() {
    const { store } = this
    const { databaseUrl, address } = store
    await store.createDatabase()
    // Only where this run's ports are not those that a store has by itself.
    appendFileSync(
      join(store.folder, ".env"),
      `
INSTALMENTS_BASE_URL=${store.sandbox}
INSTALMENTS_BACKEND_URL=${address}
INSTALMENTS_STOREFRONT_URL=${this.address}
`
    )
    await store.medusa("db:migrate")
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const { rows } = await client.query(
      "select token from api_key where type = 'publishable'"
    )
    await client.end()
    connectStorefront(this.folder, { address, key: rows[0].token })
  }

  /** The names of all packages that the workspace has. */
  packages() {
    return lockedPackages(this.folder, this.manager)
  }

  buildStorefront() {
    return typeInto(this.storefront, "npx next build", this.store.programs)
  }

  /** `next start` of what was built. */
  async startStorefront() {
    const { resolve } = createRequire(join(this.storefront, "package.json"))
    const next = resolve("next/dist/bin/next")
    const running = startNode({
      name: "The storefront",
      args: [next, "start", "--port", `${this.port}`],
      cwd: this.storefront,
      env: { ...CLEAN, NEXT_TELEMETRY_DISABLED: "1" },
      logFile: join(this.store.logs, "storefront.log"),
    })
    await waitForAnswer(this.address, running)
    return running
  }
}
