import { AsyncLocalStorage } from "node:async_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Deed } from "../models/deed"

const TABLE = "instalments_deed"

/** A row that says who did what. */
export type DeedRow = InferTypeOf<typeof Deed>

/** What the acting routes of the admin do. */
export type DeedAction =
  | ("book" | "check" | "end-doubt" | "erase" | "identify" | "reconcile")
  | ("refresh-config" | "refund" | "resolve" | "retry" | "settle" | "withdraw")
  | ("change-settings" | "make-link" | "take-links-back")

/** Medusa writes the other columns. */
type Doing = Omit<DeedRow, "created_at" | "updated_at" | "deleted_at">

const doing = new AsyncLocalStorage<Doing>()

/** Who did what: kept with what was done, see `withDeed`. */
export class Deeds {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /** Runs what a person asked for: whatever it writes into the ledger is their deed. */
  by<T>(
    who: Pick<DeedRow, "actor_id" | "actor_type" | "subject"> & {
      action: DeedAction
    },
    work: () => Promise<T>
  ): Promise<T> {
    const id = generateEntityId(undefined, "instdeed")
    return doing.run({ ...who, id, done_at: new Date(this.now()) }, work)
  }

  /** Keeps one that writes nothing else, as asking the service. */
  async keep(): Promise<void> {
    await withDeed(this.db, async () => undefined)
  }

  /** What was done to these, the first first. */
  async to(subjects: string[]): Promise<DeedRow[]> {
    return this.db<DeedRow>(TABLE)
      .whereIn("subject", subjects)
      .whereNull("deleted_at")
      .orderBy("done_at")
  }
}

/**
 * Writes into the ledger; inside `Deeds.by` who does it is kept in the same transaction,
 * once for all its writes. A write that came to nothing (null) is no deed.
 */
export async function withDeed<T>(
  db: Knex,
  write: (db: Knex) => Promise<T>
): Promise<T> {
  const deed = doing.getStore()
  if (!deed) {
    return write(db)
  }
  return db.transaction(async (trx) => {
    const written = await write(trx)
    if (written !== null) {
      await trx(TABLE).insert(deed).onConflict("id").ignore()
    }
    return written
  })
}
