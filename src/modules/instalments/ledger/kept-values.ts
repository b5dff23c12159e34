import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AmountBand } from "../domain/offer"

const TABLE = "instalments_kept_value"

/** The values that are kept, by their keys. A moment is a text in ISO 8601. */
export type KeptValues = {
  /** The merchant config, and what it was before its last change. */
  config: {
    rules: AmountBand[]
    fetched_at: string
    former_rules?: AmountBand[] | null
    changed_at?: string | null
  }
  /** What the service's last answers said about the set-up. */
  contact: {
    accepted_at?: string
    refused_at?: string
    refused_reason?: string
    /** How far the service's clock is ahead of ours, and when that was measured. */
    clock_difference_ms?: number
    clock_at?: string
  }
  /** The callbacks that could not be verified, which leave no other trace. */
  "unverified-callbacks": {
    count: number
    last_at: string
    last_reason: string
  }
  /** What a merchant has switched; see `Settings`. */
  settings: { refunds?: "on" | "paused" }
  /** When the links to pay what an order owes were last taken back. */
  [links: `links-of:${string}`]: { taken_back_at: string }
}

/** The kept value of a key, or null. */
export async function readValue<Key extends keyof KeptValues>(
  db: Knex,
  id: Key
): Promise<KeptValues[Key] | null> {
  const row = await db(TABLE).where({ id }).first<{ value: KeptValues[Key] }>()
  return row?.value ?? null
}

/** How a value that is kept already takes up the new one: SQL over `kept` and `excluded`. */
type Merging = {
  /** What it becomes; without it, the new one's fields go over the kept ones. */
  merged?: string
  /** Only then; else nothing is written. */
  when?: string
  bindings?: Record<string, string>
}

/**
 * Keeps a value, by one statement. Answers what is kept then; null when nothing was
 * written. The only writer of its table.
 */
export async function keepValue<Key extends keyof KeptValues>(
  db: Knex,
  id: Key,
  value: KeptValues[Key],
  { merged, when = "true", bindings }: Merging = {}
): Promise<KeptValues[Key] | null> {
  const { rows } = (await db.raw(
    `insert into ${TABLE} as kept (id, value)
     values (:id, cast(:value as jsonb))
     on conflict (id) do update
     set value = ${merged ?? "kept.value || excluded.value"}, updated_at = now()
     where ${when}
     returning value`,
    { ...bindings, id, value: JSON.stringify(value) }
  )) as { rows: { value: KeptValues[Key] }[] }
  return rows[0]?.value ?? null
}

/** A kept moment. */
export const momentOf = (text: string | null | undefined): Date | null =>
  text ? new Date(text) : null
