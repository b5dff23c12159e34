import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withDeed } from "./deeds"
import { keepValue, readValue } from "./kept-values"

/** Which payment links were taken back. */
export class PaymentLinks {
  constructor(private readonly db: Knex) {}

  /** All links of the order that were made until then are no longer valid. */
  async takeBack(orderId: string, at: Date): Promise<void> {
    const value = { taken_back_at: at.toISOString() }
    await withDeed(this.db, (trx) =>
      keepValue(trx, `links-of:${orderId}`, value)
    )
  }

  /** Whether a link was taken back since it was made. */
  async isTakenBack(link: {
    order_id: string
    made_at: Date
  }): Promise<boolean> {
    const kept = await readValue(this.db, `links-of:${link.order_id}`)
    return kept !== null && link.made_at <= new Date(kept.taken_back_at)
  }
}
