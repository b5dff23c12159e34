import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { RequestLimits } from "../limits/request-limits"
import { PROVIDER_ID } from "../name"
import {
  likeAnother,
  parseOptions,
  WrongOptions,
  type InstalmentsOptions,
} from "../options/parse-options"
import { HealthReader } from "./ledger"
import { wrong, type Finding } from "./list"

/**
 * Checks the plugin's options by the rules that the store uses when it boots.
 */
export function optionsFindings(given: unknown): {
  findings: Finding[]
  options?: InstalmentsOptions
} {
  if (given === undefined) {
    const saw = 'medusa-config names no plugin "medusa-payment-instalments".'
    return { findings: [wrong(saw, ADD_IT)] }
  }
  try {
    const options = parseOptions(given)
    const { environment, currency } = options
    const saw = `All are right; environment ${environment}, ${currency}.`
    // The doctor fails by no key that is right and looks so by chance.
    const lookalikes = lookalikeFindings(options).map((found) => ({
      ...found,
      state: "note" as const,
    }))
    return { findings: [{ state: "ok", saw }, ...lookalikes], options }
  } catch (error) {
    if (!(error instanceof WrongOptions)) {
      throw error
    }
    return {
      findings: error.problems.map((problem) =>
        wrong(problem, "Change it in medusa-config or its environment.")
      ),
    }
  }
}

/** What looks like another environment's, perhaps by chance: only a warning. */
export function lookalikeFindings(options: InstalmentsOptions): Finding[] {
  return likeAnother(options).map((name) => ({
    state: "warning",
    saw: `${name} looks like another environment's than ${options.environment}.`,
    next: "Compare it with what the service gave you. If it is right, nothing has to be done.",
  }))
}

const ADD_IT = "npx medusa-payment-instalments init prints the lines to paste."

/** The payment module of a store; `provider` is our provider's id in it. */
export type PaymentModule = {
  dependencies: string[]
  provider: string | undefined
}

/** Whether medusa-config registers the provider, with its dependencies. */
export function paymentModuleFinding({
  provider,
  dependencies,
}: PaymentModule): Finding {
  if (provider !== "instalments") {
    const saw = provider
      ? `It gives the provider the id "${provider}", not "instalments".`
      : "It does not name the provider medusa-payment-instalments/providers/instalments."
    return wrong(saw, ADD_IT)
  }
  const needs = ["instalments", "query"]
  const missing = needs.filter((name) => !dependencies.includes(name))
  return missing.length > 0
    ? wrong(`Its dependencies lack ${missing.join(" and ")}.`, ADD_IT)
    : { state: "ok", saw: "It has the provider and what it needs." }
}

/** Whether the database answers and has the plugin's tables, or its error code. */
export function databaseFinding(
  looked: { migrated: boolean } | { failure: string }
): Finding {
  if ("failure" in looked) {
    return wrong(
      `PostgreSQL cannot be used (${looked.failure}).`,
      "Correct DATABASE_URL, or start PostgreSQL."
    )
  }
  return looked.migrated
    ? { state: "ok", saw: "It answers, with the plugin's tables." }
    : wrong("It has no tables of this plugin.", "Run npx medusa db:migrate.")
}

/** A region of the store, and whether its shoppers can choose instalments. */
export type Region = { name: string; currency_code: string; enabled: boolean }

/**
 * Whether shoppers of any region can choose instalments, and none in a currency
 * that the service does not take.
 */
export function regionFindings(regions: Region[], currency: string): Finding[] {
  const isIn = (one: Region) => one.currency_code.toUpperCase() === currency
  const enabled = regions.filter((one) => one.enabled)
  const names = enabled.filter(isIn).map(({ name }) => name)
  const foreign = enabled
    .filter((one) => !isIn(one))
    .map(({ name, currency_code }): Finding => ({
      state: "warning",
      saw: `${name} offers instalments in ${currency_code.toUpperCase()}, the service takes ${currency}.`,
      next: "Take the provider out of this region in the admin: Settings, Regions.",
    }))
  const found: Finding =
    names.length > 0
      ? { state: "ok", saw: `Enabled in ${names.join(", ")} (${currency}).` }
      : wrong(
          `Instalments are not enabled in any region that sells in ${currency}.`,
          "npx medusa-payment-instalments init --zar makes one in rand. Or in the admin, once the store was started: Settings, Regions, the region, Edit, Payment Providers, Instalments."
        )
  return [found, ...foreign]
}

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
  /** What the running store has recorded; once its tables are there. */
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
