import { readdirSync, readFileSync } from "node:fs"
import { join, parse, resolve } from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { mikroOrmCreateConnection } from "@medusajs/framework/utils"
import { databaseUrl } from "../crash/killed"
import type { Store } from "../harness/with-store"

const MIGRATIONS = resolve(
  __dirname,
  "../../src/modules/instalments/migrations"
)
/** The newest migration of commit 6cff8f0. */
const OF_THAT_DAY = "Migration20261122015217"
const DUMPED_AT = Date.parse("2026-12-05T03:00:53.338Z")

/**
 * Replaces the store's ledger by the one of commit 6cff8f0: its schema, by its
 * migrations, and its rows. The service has the state of that day. All times
 * are moved to the service's clock, as if everything had happened just now.
 */
export async function layOldLedger(store: Store): Promise<void> {
  const { db } = store
  const names = readdirSync(MIGRATIONS).map((file) => parse(file).name)
  await db("mikro_orm_migrations").whereIn("name", names).delete()
  await dropLedger(db)
  await migrate(store, OF_THAT_DAY)
  await db.raw(inTimeOf(store, "ledger-6cff8f0.sql"))
  const { checkouts, refundRequests } = JSON.parse(
    inTimeOf(store, "service-6cff8f0.json")
  )
  const { sandbox } = store
  sandbox.checkouts.clear()
  for (const checkout of checkouts) {
    sandbox.checkouts.set(checkout.id, checkout)
  }
  for (const refund of refundRequests) {
    sandbox.refundRequests.set(refund.id, refund)
  }
}

/** Runs the ledger's migrations up to one of them, or all that are missing. */
export async function migrate(store: Store, to?: string): Promise<void> {
  const clientUrl = await databaseUrl(store)
  const orm = await mikroOrmCreateConnection(
    { clientUrl, snapshot: false },
    [],
    MIGRATIONS
  )
  await orm.getMigrator().up(to ? { to } : undefined)
  await orm.close(true)
}

async function dropLedger(db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name like 'instalments\\_%'`
  )
  const tables = rows.map(({ name }: { name: string }) => `"${name}"`)
  await db.raw(`drop table ${tables.join(", ")} cascade`)
}

function inTimeOf({ sandbox }: Store, file: string): string {
  const later = Math.round(sandbox.now()) - DUMPED_AT
  return readFileSync(join(__dirname, file), "utf8").replaceAll(
    /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    (moment) => new Date(Date.parse(moment) + later).toISOString()
  )
}
