import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import type { InstalmentsClient } from "../client/client"
import {
  BANDS_BELIEVED_MS,
  bandsInWords,
  type AmountBand,
} from "../domain/offer"
import type { InstalmentsOptions } from "../options/parse-options"
import { messageOf } from "../telemetry/log"
import type { Urgency } from "../limits/endpoints"

const TABLE = "instalments_config"
const ID = "config"
const HOUR_MS = 3_600_000
/**
 * How long a process may answer from memory after another one has refreshed it.
 */
const MEMORY_MS = 30_000

/** The merchant config as it is kept; see the model for what each means. */
export type KeptConfig = {
  rules: AmountBand[]
  fetched_at: Date
  former_rules: AmountBand[] | null
  changed_at: Date | null
}

/**
 * The merchant config, kept in the database for all processes: shoppers get the
 * last known one for three days, also when the service is down or has none any
 * more. What it was before its last change is kept too, for the merchant. The
 * only writer of its table.
 */
export class ConfigKeeper {
  private memory: { rules: AmountBand[]; readAt: number } | undefined
  private refreshing: Promise<AmountBand[]> | undefined

  constructor(
    private readonly db: Knex,
    private readonly client: Pick<InstalmentsClient, "fetchConfig">,
    private readonly options: Pick<InstalmentsOptions, "currency">,
    private readonly now: () => number,
    private readonly logger: Logger
  ) {}

  /** The last known amount bands; null when none were read for three days. */
  async rules(): Promise<AmountBand[] | null> {
    const age = this.now() - (this.memory?.readAt ?? 0)
    if (!this.memory || age > MEMORY_MS || age < 0) {
      const kept = await this.read()
      const isBelieved =
        kept && this.now() - kept.fetched_at.getTime() <= BANDS_BELIEVED_MS
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
    // Before it asks: an answer is not newer than that, however late it comes.
    const fetched_at = new Date(this.now())
    const { rules } = await this.client.fetchConfig(urgency)
    const { rows } = (await this.db.raw(KEEP, {
      ...{ id: ID, fetched_at, rules: JSON.stringify(rules) },
      now: new Date(this.now()),
    })) as { rows: KeptConfig[] }
    const [kept] = rows
    if (!kept) {
      this.memory = undefined
      return (await this.rules()) ?? rules
    }
    const { changed_at, former_rules } = kept
    this.memory = { rules, readAt: this.now() }
    if (former_rules && changed_at?.getTime() === fetched_at.getTime()) {
      const { currency } = this.options
      this.logger.info(
        `The service's amount bands changed: from ${bandsInWords(former_rules, currency)}, to ${bandsInWords(rules, currency)}`
      )
    }
    return rules
  }

  private read() {
    return this.db<KeptConfig & { id: string }>(TABLE).where({ id: ID }).first()
  }
}

const CHANGES = `${TABLE}.rules <> excluded.rules`

/**
 * Never over one that was asked for later, by another process. One from the
 * future was kept by a wrong clock, and gives way.
 */
const KEEP = `
  insert into ${TABLE} (id, rules, fetched_at)
  values (:id, :rules, :fetched_at)
  on conflict (id) do update set
    former_rules = case when ${CHANGES}
      then ${TABLE}.rules else ${TABLE}.former_rules end,
    changed_at = case when ${CHANGES}
      then excluded.fetched_at else ${TABLE}.changed_at end,
    rules = excluded.rules, fetched_at = excluded.fetched_at
  where ${TABLE}.fetched_at <= excluded.fetched_at
    or ${TABLE}.fetched_at > :now
  returning former_rules, changed_at`
