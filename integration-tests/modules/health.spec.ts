import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { given } from "../../src/cli/doctor/__tests__/options"
import { StoreDatabase } from "../../src/modules/instalments/health/database"
import { HealthReader } from "../../src/modules/instalments/health/ledger"
import { UNVERIFIED_CALLBACKS } from "../../src/modules/instalments/callback/counters"
import { INSTALMENTS_MODULE } from "../../src/modules/instalments/name"

const NOW = Date.parse("2026-11-23T10:00:00Z")
const MINUTE = 60_000
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE)

moduleIntegrationTestRunner({
  moduleName: INSTALMENTS_MODULE,
  resolve: "./src/modules/instalments",
  moduleOptions: given,
  // No service answers here; the module warns about that at its start.
  injectedDependencies: { logger: { ...console, warn: () => {} } },
  testSuite: ({ dbConfig }) => {
    let db: Knex
    let health: HealthReader
    beforeEach(() => {
      db = knex({ client: "pg", connection: dbConfig.clientUrl })
      health = new HealthReader(db, () => NOW)
    })
    afterEach(() => db.destroy())

    const checkout = (id: string, row: object) =>
      db("instalments_checkout").insert({
        ...{ id, amount: 10_000, currency: "ZAR", fingerprint: id },
        ...{ payment_collection_id: "paycol_1", payment_session_id: id },
        opened_at: ago(120),
        ...row,
      })
    const callback = (id: string, row: object) =>
      db("instalments_callback").insert({ id, digest: id, ...row })

    describe("a ledger in which nothing happened", () => {
      it("reports nothing, and no trouble", async () => {
        expect(await health.contact()).toMatchObject({ refused_at: null })
        expect(await health.config()).toBeUndefined()
        expect(await health.unverified()).toBeNull()
        expect(await health.lastVerified()).toBeNull()
        expect(await health.callbacks()).toEqual({
          count: 0,
          last_at: null,
          held: 0,
        })
        expect(await health.behind()).toEqual({ count: 0, oldest: null })
        expect(await health.backlog()).toEqual({
          ...{ pending: 0, due: 0, oldest_due_at: null, settling: 0 },
          refunds: {},
        })
      })
    })

    describe("the ledger's work", () => {
      beforeEach(async () => {
        await checkout("rests", { look_after: ago(-10) })
        await checkout("due", { look_after: ago(10) })
        await checkout("late", { look_after: ago(31), status: "received" })
        await checkout("settles", { status: "successful" })
        await checkout("over", { status: "successful", outcome: "placed" })
      })

      it("is counted by what it waits for", async () => {
        expect(await health.backlog()).toMatchObject({
          ...{ pending: 3, due: 2, settling: 1 },
          oldest_due_at: ago(31),
        })
      })

      it("is behind when it was due for more than half an hour", async () => {
        expect(await health.behind()).toEqual({ count: 1, oldest: ago(31) })
      })
    })

    describe("callbacks", () => {
      it("are counted with their duplicates, and the held ones apart", async () => {
        await callback("a", { deliveries: 3, last_received_at: ago(9) })
        await callback("b", { held_reason: "?", last_received_at: ago(5) })
        expect(await health.callbacks()).toEqual({
          count: 4,
          last_at: ago(5),
          held: 1,
        })
        expect(await health.lastVerified()).toEqual(ago(5))
      })

      it("that could not be verified have a time and a reason", async () => {
        const came = { count: 2, last_at: ago(1), last_reason: "No header." }
        const row = { id: UNVERIFIED_CALLBACKS, ...came }
        await db("instalments_tally").insert(row)
        expect(await health.unverified()).toMatchObject(came)
      })
    })

    describe("the database, with only its address", () => {
      const look = async (databaseUrl?: string) => {
        const database = new StoreDatabase({
          databaseUrl,
          databaseSchema: "public",
        })
        return await database.check().finally(() => database.close())
      }

      it("has the plugin's tables", async () => {
        expect(await look(dbConfig.clientUrl)).toEqual({ migrated: true })
      })

      it("differs from one without tables, and from one that does not answer", async () => {
        const url = new URL(String(dbConfig.clientUrl))
        url.pathname = "/postgres"
        expect(await look(url.href)).toEqual({ migrated: false })
        url.pathname = "/no_such_database"
        expect(await look(url.href)).toEqual({ failure: "3D000" })
        url.port = "1"
        expect(await look(url.href)).toEqual({ failure: "ECONNREFUSED" })
      })
    })
  },
})
