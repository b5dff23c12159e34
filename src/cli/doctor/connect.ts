import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoreSetup } from "./read-store"

/**
 * The store's database. Not by Medusa's own connection, which tries again for a
 * minute and then no longer says why: the doctor wants the first error.
 */
export function connect(settings: StoreSetup["database"]): Knex {
  const { databaseUrl, databaseSchema, databaseDriverOptions } = settings
  return knex({
    client: "pg",
    searchPath: databaseSchema,
    connection: {
      connectionString: databaseUrl,
      ssl: sslOf(databaseDriverOptions),
      connectionTimeoutMillis: 5_000,
    },
    pool: { min: 0, max: 2 },
  })
}

/** Medusa takes it in both places. */
function sslOf(options: Record<string, unknown> = {}) {
  const { ssl, connection } = options as {
    ssl?: object | boolean
    connection?: { ssl?: object | boolean }
  }
  return ssl ?? connection?.ssl ?? false
}
