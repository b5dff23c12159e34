import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { RequestLimits } from "../limits/request-limits"
import { PROVIDER_ID } from "../name"
import { HealthReader } from "./ledger"
import type { Region } from "./store"

/** How a store reaches its database, as its medusa-config says. */
export type DatabaseSettings = {
  databaseUrl?: string
  databaseSchema: string
  databaseDriverOptions?: Record<string, unknown>
}

/**
 * The database of a store that is not running in this process, for the doctor.
 * It does not use Medusa's connection, which retries for a minute and then
 * hides the reason: the doctor needs the first error.
 */
export class StoreDatabase {
  /** The service's limits as the running store counts them. */
  readonly limits: RequestLimits
  /** What the running store has recorded. */
  readonly health: HealthReader
  private readonly db: Knex

  constructor(settings: DatabaseSettings) {
    const { databaseUrl, databaseSchema, databaseDriverOptions } = settings
    this.db = knex({
      client: "pg",
      searchPath: databaseSchema,
      connection: {
        connectionString: databaseUrl,
        ssl: sslOf(databaseDriverOptions),
        connectionTimeoutMillis: 5_000,
      },
      pool: { min: 0, max: 2 },
    })
    this.limits = new RequestLimits(this.db)
    this.health = new HealthReader(this.db, Date.now)
  }

  /** Whether it has the plugin's tables, or the error code when it does not answer. */
  async check(): Promise<{ migrated: boolean } | { failure: string }> {
    try {
      return {
        migrated: await this.db.schema.hasTable("instalments_request_limit"),
      }
    } catch (error) {
      const { code = "no code" } = error as { code?: string }
      return { failure: code }
    }
  }

  /** Whether Medusa has registered the provider, at a start of the store. */
  async knowsProvider(): Promise<boolean> {
    const known: unknown = await this.db("payment_provider")
      .where({ id: PROVIDER_ID, is_enabled: true })
      .first()
    return known !== undefined
  }

  /** The store's regions. */
  async regions(): Promise<Region[]> {
    return this.db("region")
      .leftJoin("region_payment_provider as link", (join) =>
        join
          .on("link.region_id", "region.id")
          .andOnVal("link.payment_provider_id", PROVIDER_ID)
          .andOnNull("link.deleted_at")
      )
      .whereNull("region.deleted_at")
      .orderBy("region.name")
      .select("region.name", "region.currency_code")
      .select(this.db.raw("link.region_id is not null as enabled"))
  }

  /** A country in which the store sells in a currency, by its two letters. */
  async countryOf(currency: string): Promise<string | undefined> {
    const row = await this.db("region_country as country")
      .join("region", "region.id", "country.region_id")
      .whereNull("region.deleted_at")
      .where("region.currency_code", currency.toLowerCase())
      .orderBy("country.iso_2")
      .first<{ iso_2: string } | undefined>("country.iso_2")
    return row?.iso_2
  }

  async close(): Promise<void> {
    await this.db.destroy()
  }
}

/** Medusa reads it from both places. */
function sslOf(options: Record<string, unknown> = {}) {
  const { ssl, connection } = options as {
    ssl?: object | boolean
    connection?: { ssl?: object | boolean }
  }
  return ssl ?? connection?.ssl ?? false
}
