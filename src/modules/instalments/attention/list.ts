import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { keptText } from "../domain/kept-text"
import { withDeed } from "../ledger/deeds"
import type { Resolution } from "../models/resolution"
import type { InstalmentsOptions } from "../options/parse-options"
import type { Cause } from "./cause"
import { held } from "./held"
import { lateRefunds } from "./late-refunds"
import { otherStores } from "./other-stores"
import { troubledRefunds } from "./troubled-refunds"
import { unknownCheckouts } from "./unknown-checkouts"
import { upkeep } from "./upkeep"

/** A ledger row that says who dealt with a cause. */
export type ResolutionRow = InferTypeOf<typeof Resolution>

/** A cause and its resolution, if a person has dealt with it. */
export type Attention = Cause & { resolution: ResolutionRow | null }

const TABLE = "instalments_resolution"

/** Who dealt with a cause and how; `action` is the name of what was done. */
export type Resolved = {
  action: string
  note: string | null
  resolved_by: string
}

/** What needs a person, and who dealt with it. */
export class AttentionList {
  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly now: () => number
  ) {}

  /**
   * What needs a person now, of the store or of one checkout, the newest first.
   * It is read from the ledger, so an ended cause disappears by itself. Only
   * the resolutions are stored.
   */
  async read(reference?: string): Promise<Attention[]> {
    const { db, options } = this
    const place = { db, options, now: this.now(), reference }
    const found = await Promise.all([
      held(place),
      troubledRefunds(place),
      lateRefunds(place),
      unknownCheckouts(place),
      otherStores(place),
      upkeep(place),
    ])
    const causes = found.flat()
    const latest = await db<ResolutionRow>(TABLE)
      .whereIn(
        "key",
        causes.map(({ key }) => key)
      )
      .orderBy("resolved_at")
    const byKey = new Map(latest.map((row) => [row.key, row]))
    return causes
      .map((cause) => withResolution(cause, byKey.get(cause.key)))
      .sort((a, b) => b.opened_at.getTime() - a.opened_at.getTime())
  }

  /** What was resolved last, the newest first. */
  async resolved(): Promise<ResolutionRow[]> {
    return this.db<ResolutionRow>(TABLE)
      .orderBy("resolved_at", "desc")
      .limit(100)
  }

  /**
   * Stores who dealt with a cause. When several do at once, the first one
   * counts.
   */
  async resolve(cause: Cause, resolved: Resolved): Promise<ResolutionRow> {
    const { db } = this
    const { key, kind, title, reference, opened_at, count } = cause
    await withDeed(db, async (trx) => {
      await trx(TABLE)
        .insert({
          id: generateEntityId(undefined, "instres"),
          ...{ key, kind, title, reference, opened_at, count },
          ...resolved,
          note: resolved.note && keptText(resolved.note),
          resolved_at: new Date(this.now()),
        })
        .onConflict(db.raw("(key, opened_at) where deleted_at is null"))
        .ignore()
    })
    const [row] = await db<ResolutionRow>(TABLE).where({ key, opened_at })
    return row as ResolutionRow
  }

  /** Nulls the notes about these checkouts: nobody knows by which words they mean a shopper. */
  async erase(references: string[]): Promise<void> {
    await this.db(TABLE).whereIn("reference", references).update({ note: null })
  }
}

function withResolution(
  cause: Cause,
  row: ResolutionRow | undefined
): Attention {
  if (!row) {
    return { ...cause, resolution: null }
  }
  const still = row.opened_at.getTime() >= cause.opened_at.getTime()
  // A tally is counted from when it was last resolved.
  const count =
    !still && cause.count > row.count ? cause.count - row.count : cause.count
  return { ...cause, count, resolution: still ? row : null }
}
