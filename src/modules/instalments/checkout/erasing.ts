import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ERASED, withoutPerson, type Person } from "../domain/person"
import { rewriteTexts } from "../ledger/rewrite-texts"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import type { Change } from "./transition"

/** What only leads to the shopper, and no rule about money reads. */
const LEADS_TO_PERSON = {
  payment_url: null,
  success_url: null,
  fingerprint: ERASED,
} satisfies Change

/** Takes people out of checkouts. */
export class CheckoutErasing {
  constructor(private readonly db: Knex) {}

  /**
   * Takes a person out of it, in any state: the addresses of the pages, the
   * fingerprint, and what the texts say of `person`. State, ids, amounts and times
   * stay, so it is settled, checked and refunded as before.
   */
  async erase(id: string, person: Person): Promise<void> {
    await rewriteTexts(
      () => this.db(TABLES.checkout).where({ id }),
      ["held_reason", "last_error"],
      (text) => withoutPerson(text, person),
      LEADS_TO_PERSON
    )
  }

  /**
   * The same for a batch of those opened before a moment and ended, which a person
   * need not look at any more; answers how many. Why one was returned stays. One that
   * the service does not know has no end, and nothing of a person helps to find it.
   */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.db<CheckoutRow>(TABLES.checkout)
      .where("opened_at", "<", before)
      .where((one) =>
        one
          .whereIn("outcome", ["placed", "returned", "closed"])
          .orWhere((open) =>
            open.where({ outcome: "open" }).whereNotNull("unknown_at")
          )
      )
      .whereNot("fingerprint", ERASED)
      .whereNull("deleted_at")
      .orderBy("opened_at")
      .limit(limit)
      .select("id")
    return this.db(TABLES.checkout)
      .whereIn("id", old)
      .update({ ...LEADS_TO_PERSON, last_error: null })
  }
}
