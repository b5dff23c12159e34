import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  ERASED,
  containing,
  hasWords,
  withoutWords,
  type Person,
} from "../domain/person"
import { rewriteTexts } from "../ledger/rewrite-texts"
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
    await db(TABLE)
      .insert({
        id: generateEntityId(undefined, "instres"),
        ...{ key, kind, title, reference, opened_at, count },
        ...resolved,
        resolved_at: new Date(this.now()),
      })
      .onConflict(db.raw("(key, opened_at) where deleted_at is null"))
      .ignore()
    const [row] = await db<ResolutionRow>(TABLE).where({ key, opened_at })
    return row as ResolutionRow
  }

  /**
   * Takes a person out of the notes. A note about one of these checkouts goes as a
   * whole, as nobody knows by which words it means the shopper; in any other only
   * the e-mail and the phone number are, also where another system on the account
   * uses them for its references. Answers how many notes there were.
   */
  async erase(references: string[], person: Person): Promise<number> {
    const whole = await this.notes()
      .whereIn("reference", references)
      .update({ note: ERASED })
    const text = "concat_ws(' ', note, reference)"
    const found: { id: string; text: string }[] = await this.db(TABLE)
      .whereRaw(`${text} ilike any(?)`, [person.own.map(containing)])
      .select("id", this.db.raw(`${text} as text`))
    // As a part of a longer address it is somebody else's.
    const others = found
      .filter((row) => hasWords(row.text, person.own))
      .map(({ id }) => id)
    for (const id of others) {
      await rewriteTexts(
        () => this.db(TABLE).where({ id }),
        ["note", "reference"],
        (text) => withoutWords(text, person.own)
      )
    }
    return whole + others.length
  }

  /** Erases a batch of the notes written before a moment; answers how many. */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.notes()
      .where("resolved_at", "<", before)
      .orderBy("resolved_at")
      .limit(limit)
      .select("id")
    return this.db(TABLE).whereIn("id", old).update({ note: ERASED })
  }

  private notes() {
    return this.db<ResolutionRow>(TABLE)
      .whereNotNull("note")
      .whereNot("note", ERASED)
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
