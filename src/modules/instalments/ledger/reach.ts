import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as models from "../models"

const TABLES = Object.values(models).map((one) => one.parse().tableName)

/**
 * Whether the ledger can be used now. A statement for a table that somebody else has
 * locked, as a restore or a migration does, waits without end and keeps one of the
 * connections that the whole store shares. So who serves a request asks here first.
 */
export class LedgerReach {
  private asking: Promise<void> | undefined

  constructor(
    private readonly db: Knex,
    private readonly waitMs = 2_000
  ) {}

  /**
   * Resolves when every table is there and nobody has locked it. However many ask at
   * the same time, one statement waits for all of them.
   *
   * @throws PostgreSQL's error when a table is missing, or locked for all of `waitMs`.
   */
  check(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  /** Statements in one text are one transaction, which lets go of everything at its end. */
  private async ask(): Promise<void> {
    await this.db.raw(
      `set local lock_timeout = ${this.waitMs}; lock table ${TABLES.join(", ")} in row exclusive mode`
    )
  }
}
