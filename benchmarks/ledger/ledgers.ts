import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { emptyLedger } from "../store/virtual-time"
import type { BenchStore } from "../store/boot"
import { fillLedger, GROWING } from "./fill"

const schemaOf = (size: number) => `rows_${size}`

/**
 * Ledgers of several sizes in one database, of which one at a time is the
 * store's: so all of them can be measured in the same seconds.
 */
export class Ledgers {
  private current: number | undefined

  private constructor(private readonly db: Knex) {}

  /** Makes and fills a ledger of each size. */
  static async fill(store: BenchStore, sizes: number[]): Promise<Ledgers> {
    const { db } = store
    await emptyLedger(store)
    const ledgers = new Ledgers(db)
    for (const size of sizes) {
      await fillLedger(db, size)
      await db.raw(`create schema ${schemaOf(size)}`)
      ledgers.current = size
      await ledgers.putAway()
      for (const table of GROWING) {
        await db.raw(
          `create table ${table} (like ${schemaOf(size)}.${table} including all)`
        )
      }
    }
    // The empty ones that the store has now make room for those.
    await db.raw(`drop table ${GROWING.join(", ")}`)
    return ledgers
  }

  /** Makes the ledger of this size the store's. */
  async use(size: number): Promise<void> {
    await this.putAway()
    for (const table of GROWING) {
      await this.db.raw(
        `alter table ${schemaOf(size)}.${table} set schema public`
      )
    }
    this.current = size
  }

  /** How many bytes each table of this ledger takes for each of its rows. */
  async bytesARow(): Promise<Map<string, number>> {
    const bytes = new Map<string, number>()
    for (const table of GROWING) {
      const { rows } = (await this.db.raw(
        `select pg_total_relation_size('${table}') / count(*)::float8 as bytes
         from ${table}`
      )) as { rows: [{ bytes: number }] }
      bytes.set(table, rows[0].bytes)
    }
    return bytes
  }

  private async putAway(): Promise<void> {
    for (const table of this.current ? GROWING : []) {
      await this.db.raw(
        `alter table public.${table} set schema ${schemaOf(this.current ?? 0)}`
      )
    }
    this.current = undefined
  }
}
