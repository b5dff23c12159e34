import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  ofOwnCheckouts,
  onlyOthers,
  type StoreAddresses,
} from "../checkout/own"
import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { GOES_BEFORE, MAY_BE_THERE, THERE } from "./state"

/** One of which the service may have an entry that no row knows. */
export type Doubted = RefundRequestRow & {
  /** Whether it is this store's, whose account has the entry. */
  is_own: boolean
}

/** Which refund requests of this store the job has to see to. Reads only. */
export class DueRefunds {
  constructor(
    private readonly db: Knex,
    private readonly options: StoreAddresses,
    private readonly now: () => number
  ) {}

  /**
   * Those that may be sent now, the longest due first. Those that wait for another one
   * of their checkout, or for its id, are left out: however many they are, they keep no
   * other from being sent.
   */
  toSend(most: number): Promise<RefundRequestRow[]> {
    const { db } = this
    return sendable(db)
      .where({ status: "scheduled", superseded_by: null })
      .where("send_after", "<=", new Date(this.now()))
      .whereNull("deleted_at")
      .whereExists(
        db(TABLES.checkout)
          .whereRaw("id = r.reference")
          .whereNotNull("checkout_id")
          .select("id")
      )
      .modify(ofOwnCheckouts(this.options))
      .orderBy("send_after")
      .limit(most)
  }

  /** Those that the service has, and that are to be asked after, the longest due first. */
  toFollow(most: number): Promise<RefundRequestRow[]> {
    return this.db<RefundRequestRow>(TABLES.refundRequest)
      .whereIn("status", THERE)
      .whereNotNull("refund_request_id")
      .where("next_check_at", "<=", new Date(this.now()))
      .whereNull("deleted_at")
      .modify(ofOwnCheckouts(this.options))
      .orderBy("next_check_at")
      .limit(most)
      .select<RefundRequestRow[]>("*")
  }

  /** Those of them that are on a page of the service's list. */
  toLearn(refundRequestIds: string[]): Promise<RefundRequestRow[]> {
    return this.db<RefundRequestRow>(TABLES.refundRequest)
      .whereIn("refund_request_id", refundRequestIds)
      .where("next_check_at", "<=", new Date(this.now()))
      .whereNull("deleted_at")
      .modify(ofOwnCheckouts(this.options))
      .select<RefundRequestRow[]>("*")
  }

  /**
   * All of which the service may have an entry that no row knows: also those held
   * for a person, those that are about to be asked again, and another store's.
   */
  doubts(): Promise<Doubted[]> {
    const { db, options } = this
    const anothers = db(TABLES.checkout)
      .whereRaw("id = reference")
      .modify(onlyOthers(options))
      .select("id")
    return mayBeThere(db)
      .orderBy("sent_at")
      .select<Doubted[]>("*", db.raw("not exists (?) as is_own", [anothers]))
  }
}

/** Those that wait for no other one of their payment, as `r`. */
export function sendable(db: Knex) {
  return db<RefundRequestRow>({ r: TABLES.refundRequest }).whereNotExists(
    db({ d: TABLES.refundRequest }).whereRaw(GOES_BEFORE).select("d.id")
  )
}

/** Those of which the service may have an entry that no row knows. */
export function mayBeThere(db: Knex) {
  return db<RefundRequestRow>(TABLES.refundRequest)
    .whereNull("deleted_at")
    .whereRaw(MAY_BE_THERE)
}
