import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AttentionList } from "../attention/list"
import type { CallbackStore } from "../callback/store"
import type { CheckoutErasing } from "../checkout/erasing"
import type { Person } from "../domain/person"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import type { RefundStore } from "../refunds/store"

/** How many ids a statement names at most. */
const BATCH = 500

/** What somebody was taken out of. */
export type ErasedRows = {
  /** With Medusa's collection, by which its sessions and payments are found. */
  checkouts: Pick<CheckoutRow, "id" | "payment_collection_id">[]
  /** Ids of the ledger's rows. */
  refund_requests: string[]
  callbacks: string[]
  /** How many. */
  notes: number
}

/** Erases a person from the ledger, and nothing that the money needs. */
export class Erasure {
  constructor(
    private readonly db: Knex,
    private readonly stores: {
      erasing: Pick<CheckoutErasing, "erase">
      refunds: Pick<RefundStore, "erase">
      callbacks: Pick<CallbackStore, "erase">
      attention: Pick<AttentionList, "erase">
    }
  ) {}

  /**
   * Takes a person out of the checkouts that pay for these carts and orders, out of
   * their refund requests, callbacks and notes, and out of whatever held callback
   * or note has the e-mail or phone number. Each row is a statement of its own that
   * changes no state: a run that was killed is simply run again.
   */
  async erase(
    of: { cart_ids: string[]; order_ids: string[] },
    person: Person
  ): Promise<ErasedRows> {
    const { erasing, refunds, callbacks, attention } = this.stores
    const rows = await this.checkoutsOf(of)
    const references = rows.map(({ id }) => id)
    for (const id of references) {
      await erasing.erase(id, person)
    }
    const refund_requests = await this.refundsOf(references)
    for (const id of refund_requests) {
      await refunds.erase(id, person)
    }
    return {
      checkouts: rows,
      refund_requests,
      callbacks: await callbacks.erase(references, person),
      notes: await attention.erase(references, person),
    }
  }

  private async checkoutsOf({
    cart_ids,
    order_ids,
  }: {
    cart_ids: string[]
    order_ids: string[]
  }): Promise<ErasedRows["checkouts"]> {
    const by = (column: "cart_id" | "order_id") => (ids: string[]) =>
      this.db<CheckoutRow>(TABLES.checkout)
        .whereIn(column, ids)
        .whereNull("deleted_at")
        .select("id", "payment_collection_id")
    const found = [
      ...(await inBatches(cart_ids, by("cart_id"))),
      ...(await inBatches(order_ids, by("order_id"))),
    ]
    return [...new Map(found.map((row) => [row.id, row])).values()]
  }

  private refundsOf(references: string[]): Promise<string[]> {
    return inBatches(references, (some) =>
      this.db(TABLES.refundRequest)
        .whereIn("reference", some)
        .whereNull("deleted_at")
        .pluck("id")
    )
  }
}

async function inBatches<T>(
  ids: string[],
  read: (some: string[]) => PromiseLike<T[]>
): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    found.push(...(await read(ids.slice(at, at + BATCH))))
  }
  return found
}
