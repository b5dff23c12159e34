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
import { keepValue, momentOf, readValue, type KeptValues } from "./kept-values"

const HOUR_MS = 3_600_000
/**
 * How long a process may answer from memory after another one has refreshed it.
 */
const MEMORY_MS = 30_000

/** The merchant config as it is kept. `rules` are the amount bands in cents, as parsed. */
export type KeptConfig = {
  rules: AmountBand[]
  /** When they were read from the service. */
  fetched_at: Date
  /** The bands before their last change; null while they never changed. */
  former_rules: AmountBand[] | null
  /** When a reading first showed the change. */
  changed_at: Date | null
}

/** The kept merchant config; null while none was read. */
export async function readConfig(db: Knex): Promise<KeptConfig | null> {
  const kept = await readValue(db, "config")
  return kept ? toConfig(kept) : null
}

function toConfig(kept: KeptValues["config"]): KeptConfig {
  return {
    rules: kept.rules,
    fetched_at: new Date(kept.fetched_at),
    former_rules: kept.former_rules ?? null,
    changed_at: momentOf(kept.changed_at),
  }
}

/**
 * The merchant config, kept in the database for all processes: shoppers get the
 * last known one for three days, also when the service is down or has none any
 * more. What it was before its last change is kept too, for the merchant.
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
      const kept = await readConfig(this.db)
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
    const kept = await readConfig(this.db)
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
    const asked = { rules, fetched_at: fetched_at.toISOString() }
    const now = new Date(this.now()).toISOString()
    const bindings = { now }
    const kept = await keepValue(this.db, "config", asked, {
      ...{ merged: MERGED, when: IS_LATER, bindings },
    })
    if (!kept) {
      this.memory = undefined
      return (await this.rules()) ?? rules
    }
    const { changed_at, former_rules } = toConfig(kept)
    this.memory = { rules, readAt: this.now() }
    if (former_rules && changed_at?.getTime() === fetched_at.getTime()) {
      const { currency } = this.options
      this.logger.info(
        `The service's amount bands changed: from ${bandsInWords(former_rules, currency)}, to ${bandsInWords(rules, currency)}`
      )
    }
    return rules
  }
}

/** Notes what the bands were, when they are others now. */
const MERGED = `kept.value || excluded.value
  || case when kept.value -> 'rules' <> excluded.value -> 'rules'
    then jsonb_build_object('former_rules', kept.value -> 'rules',
      'changed_at', excluded.value -> 'fetched_at')
    else '{}' end`

const FETCHED_AT = "cast(kept.value ->> 'fetched_at' as timestamptz)"

/**
 * Never over one that was asked for later, by another process. One from the
 * future was kept by a wrong clock, and gives way.
 */
const IS_LATER = `${FETCHED_AT} <= cast(excluded.value ->> 'fetched_at' as timestamptz)
  or ${FETCHED_AT} > cast(:now as timestamptz)`
