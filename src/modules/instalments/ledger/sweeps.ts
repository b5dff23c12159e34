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

/** A list of the service that has pages. */
export type PagedList = "GET /api/checkouts" | "GET /api/refunds"

/** How many entries the largest page of a list had. */
export type PageSize = { entries: number }

/** Beside the readings, and none: what the largest page of a list was. */
const PAGE_OF = "page of "
const pageId = (list: PagedList) => `${PAGE_OF}${list}`

/** The largest page that came of a list, and of how many that were asked for. */
export type LargestPage = {
  list: string
  entries: number
  asked: number
  at: Date
}

/** The largest pages that came, to any process. */
export async function largestPages(db: Knex): Promise<LargestPage[]> {
  const rows = await db<InferTypeOf<typeof SweepModel>>(TABLE)
    .where("id", "like", `${PAGE_OF}%`)
    .orderBy("id")
  return rows.map(({ id, page_items, begun_at, seen }) => ({
    list: id.slice(PAGE_OF.length),
    // JSON that only this file writes.
    entries: (seen as PageSize).entries,
    asked: page_items,
    at: begun_at,
  }))
}

/** Of a table's rows those that are readings under way or over. */
export function isReading({ id }: { id: string }): boolean {
  return !id.startsWith(PAGE_OF)
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

  /** Notes how many entries a page of a list had, as far as none had more. */
  async sawPage(list: PagedList, asked: Page, entries: number, now: number) {
    const id = pageId(list)
    const known = await this.find<PageSize>(id)
    if (entries > 0 && entries >= (known?.seen.entries ?? 0)) {
      const at = new Date(now)
      const seen = { entries }
      await this.keep(id, { page: asked, begunAt: at, backTo: at, seen })
    }
  }

  /** A reading is over: the next one begins at the first page. */
  async end(id: string): Promise<void> {
    await this.db(TABLE).where({ id }).delete()
  }
}
