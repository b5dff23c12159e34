import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import type { InstalmentsClient } from "../client/client"
import type { AmountBand } from "../domain/offer"
import { messageOf } from "../telemetry/log"
import type { Urgency } from "../limits/endpoints"

const TABLE = "instalments_config"
const ID = "config"
const HOUR_MS = 3_600_000
/**
 * How long a process may answer from memory after another one has refreshed it.
 */
const MEMORY_MS = 30_000
/** Terms that could not be read for this long are not offered. */
const BELIEVED_MS = 72 * HOUR_MS

/**
 * The merchant config, kept in the database for all processes: shoppers get the
 * last known one for three days, also when the service is down.
 */
export class ConfigKeeper {
  private memory: { rules: AmountBand[]; readAt: number } | undefined
  private refreshing: Promise<AmountBand[]> | undefined

  constructor(
    private readonly db: Knex,
    private readonly client: InstalmentsClient,
    private readonly now: () => number,
    private readonly logger: Logger
  ) {}

  /** The last known amount bands; null when none were read for three days. */
  async rules(): Promise<AmountBand[] | null> {
    const age = this.now() - (this.memory?.readAt ?? 0)
    if (!this.memory || age > MEMORY_MS || age < 0) {
      const kept = await this.read()
      const isBelieved =
        kept && this.now() - kept.fetched_at.getTime() <= BELIEVED_MS
      this.memory = isBelieved
        ? { rules: kept.rules, readAt: this.now() }
        : undefined
    }
    return this.memory?.rules ?? null
  }

  /** Reads the config from the service when it is an hour old or unknown. */
  async refreshWhenOld(): Promise<void> {
    const kept = await this.read()
    const age = kept ? this.now() - kept.fetched_at.getTime() : Infinity
    if (age >= HOUR_MS || age < 0) {
      await this.refresh()
    }
  }

  /** The same when the store starts; there a failure is only logged. */
  async refreshAtStart(): Promise<void> {
    await this.refreshWhenOld().catch((error: unknown) => {
      this.logger.warn(
        `The merchant config could not be read at start, the last known one is used: ${messageOf(error)}`
      )
    })
  }

  /**
   * Reads the config from the service and keeps it; once at a time in a
   * process. @throws ServiceError
   */
  refresh(urgency: Urgency = "background"): Promise<AmountBand[]> {
    this.refreshing ??= this.fetch(urgency).finally(() => {
      this.refreshing = undefined
    })
    return this.refreshing
  }

  private async fetch(urgency: Urgency): Promise<AmountBand[]> {
    const { rules } = await this.client.fetchConfig(urgency)
    await this.db.raw(
      `insert into ${TABLE} (id, rules, fetched_at) values (?, ?, ?)
       on conflict (id) do update
       set rules = excluded.rules, fetched_at = excluded.fetched_at`,
      [ID, JSON.stringify(rules), new Date(this.now())]
    )
    this.memory = { rules, readAt: this.now() }
    return rules
  }

  private read() {
    return this.db<{ id: string; rules: AmountBand[]; fetched_at: Date }>(TABLE)
      .where({ id: ID })
      .first()
  }
}
