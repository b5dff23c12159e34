import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { Page } from "../client/page"
import type { Sweep as SweepModel } from "../models/sweep"

const TABLE = "instalments_sweep"

/** How far a list of the service is read; see the model for what each means. */
export type Sweep<Seen = null> = {
  page: Page
  begunAt: Date
  backTo: Date
  /** What the pages so far have shown, as the reading of that list needs it. */
  seen: Seen
}

/**
 * Keeps how far the service's lists are read, a page a run, so that whichever
 * process runs next goes on there. The only writer of its table.
 */
export class SweepKeeper {
  constructor(private readonly db: Knex) {}

  /** The reading that is kept under this name, or null. */
  async find<Seen = null>(id: string): Promise<Sweep<Seen> | null> {
    const row = await this.db<InferTypeOf<typeof SweepModel>>(TABLE)
      .where({ id })
      .first()
    return row
      ? {
          page: { number: row.page_number, items: row.page_items },
          begunAt: row.begun_at,
          backTo: row.back_to,
          seen: row.seen as Seen,
        }
      : null
  }

  /** Keeps a reading, a new one or the one that is kept already. */
  async keep(
    id: string,
    { page, begunAt, backTo, seen }: Sweep<object | null>
  ) {
    await this.db(TABLE)
      .insert({
        id,
        page_number: page.number,
        page_items: page.items,
        begun_at: begunAt,
        back_to: backTo,
        seen,
        updated_at: this.db.fn.now(),
      })
      .onConflict("id")
      .merge()
  }

  /** A reading is over: the next one begins at the first page. */
  async end(id: string): Promise<void> {
    await this.db(TABLE).where({ id }).delete()
  }
}
