import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { doctor } from "../../src/cli/doctor"
import { given } from "../../src/cli/doctor/__tests__/options"
import { examineRegions, examineService } from "../../src/cli/doctor/examine"
import attention from "../../src/jobs/attention"
import { StoreDatabase } from "../../src/modules/instalments/health/install"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { withStore } from "../harness/with-store"

const ADMIN = "/admin/instalments"

withStore((store) => {
  let database: StoreDatabase
  beforeEach(() => {
    const { databaseUrl } =
      store.container.resolve("configModule").projectConfig
    database = new StoreDatabase({ databaseUrl, databaseSchema: "public" })
  })
  afterEach(() => database.close())

  it("finds the plugin's tables, and the regions that have instalments, have not, or have them in another currency", async () => {
    expect(await database.check()).toEqual({ migrated: true })
    const region = () => examineRegions(database, { currency: "ZAR" })
    const ok = { state: "ok", saw: "Enabled in South Africa (ZAR)." }
    expect(await region()).toMatchObject([ok])
    await store.adminPost("/admin/regions", {
      ...{ name: "Namibia", currency_code: "nad", countries: ["na"] },
      payment_providers: [PROVIDER_ID],
    })
    const foreign = {
      state: "wrong",
      saw: "Namibia offers instalments in NAD, the service takes ZAR.",
    }
    expect(await region()).toMatchObject([ok, foreign])
    await store.db("region_payment_provider").delete()
    expect(await region()).toMatchObject([
      {
        state: "wrong",
        saw: expect.stringMatching(/^Instalments are not enabled in/),
      },
    ])
  })

  it("counts its requests with the store's, and asks nothing above the limit", async () => {
    const { options, limits } = store.ledger
    for (let waitMs = 0; waitMs === 0;) {
      const taken = await limits.take("GET /api/config", "on_demand")
      waitMs = taken.waitMs
      await taken.passage.end()
    }
    const before = store.sandbox.journal.requests.length
    const [service] = await examineService(options, database.limits)
    expect(service).toMatchObject({
      state: "unknown",
      next: expect.stringMatching(/again in \d+ seconds/),
    })
    const { requests } = store.sandbox.journal
    expect(requests.slice(before).map(({ path }) => path)).toEqual([
      "/api/refunds",
    ])
  })

  describe("as it is called on the command line", () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "instalments-doctor-"))
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    /** Runs `doctor --json` on a store like the one that runs here. */
    async function doctorSays(wrong: Record<string, unknown> = {}) {
      const { baseUrl, backendUrl } = store.ledger.options
      const { clockOffset } = store.ledger.options
      const options = {
        ...{ ...given, baseUrl, backendUrl },
        // The sandbox's clock was moved with the store's.
        clockOffset: `PT${Math.round(clockOffset / 1_000)}S`,
        ...wrong,
      }
      const provider = "medusa-payment-instalments/providers/instalments"
      const { databaseUrl } =
        store.container.resolve("configModule").projectConfig
      const config = {
        projectConfig: { databaseUrl },
        plugins: [{ resolve: "medusa-payment-instalments", options }],
        modules: {
          payment: {
            dependencies: ["instalments", "query"],
            options: { providers: [{ resolve: provider, id: "instalments" }] },
          },
        },
      }
      const text = `module.exports = ${JSON.stringify(config)}`
      writeFileSync(join(folder, "medusa-config.js"), text)
      const home = process.cwd()
      const printed = jest.spyOn(console, "log").mockImplementation()
      const code = await doctor(["--json", "--directory", folder])
      const said = printed.mock.calls.flat().join("\n")
      printed.mockRestore()
      process.chdir(home)
      return { code, said, ...(JSON.parse(said) as Said) }
    }

    it("exits 0 when nothing is wrong, and tests the callback route without an alert, a row, a log line or a notification", async () => {
      const logger = store.container.resolve("logger")
      const warned = jest.spyOn(logger, "warn")
      const { code, ok, findings } = await doctorSays()
      expect(findings.filter(({ state }) => state === "wrong")).toEqual([])
      expect([code, ok]).toEqual([0, true])
      expect(findings.map(({ check }) => check)).toEqual(
        expect.arrayContaining(["service", "signature", "clock", "region"])
      )
      expect(findings).toContainEqual(
        expect.objectContaining({ check: "notify_url", state: "note" })
      )
      await attention(store.container)
      const { data: list } = await store.adminGet(`${ADMIN}/attention`)
      expect(list.attention).toEqual([])
      const { data: bell } = await store.adminGet(
        "/admin/notifications?channel=feed"
      )
      expect(bell.notifications).toEqual([])
      expect(await store.ledger.health.unverified()).toBeNull()
      expect(await store.ledger.listCallbacks({})).toEqual([])
      expect(warned.mock.calls.join()).not.toContain("was not believed")
      warned.mockRestore()
    })

    it.each([
      ["a refused client secret", { clientSecret: "another-client-secret" }],
      ["a refused signature", { signingSecret: "another-signing-secret" }],
      ["a store that is elsewhere", { backendUrl: "http://127.0.0.1:9" }],
      ["a service that is down", {}],
    ])("exits 1 with %s, and prints no secret", async (_, wrong) => {
      if (Object.keys(wrong).length === 0) {
        store.sandbox.fault({ kind: "down" })
      }
      const { code, ok, said } = await doctorSays(wrong)
      expect([code, ok]).toEqual([1, false])
      for (const secret of [given, wrong].flatMap(secretsOf)) {
        expect(said).not.toContain(secret)
      }
    })
  })
})

type Said = { ok: boolean; findings: { check: string; state: string }[] }

function secretsOf(options: object) {
  return Object.entries(options).flatMap(([name, value]) =>
    name.endsWith("Secret") ? String(value) : []
  )
}
