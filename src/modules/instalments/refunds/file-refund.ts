import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import { countRefundRequest } from "../telemetry/counting"
import { decideRefund } from "../domain/refund-rules"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { isOver } from "./is-over"
import { whatItReplaces } from "./what-it-replaces"

/** A refund that somebody asks for. `amount` is integer cents. */
export type RefundAsked = {
  /** The ledger's checkout. */
  reference: string
  amount: number
  reason: RefundRequestRow["reason"]
  /** Medusa's ids; the same refund asked for again is the same row. */
  refund_id?: string
  payment_id?: string
}

/**
 * Writes a refund request into the ledger, after the rules: one writer at a
 * time per checkout, so that refunds asked for at once never exceed what is
 * left. It takes the place of failed ones. Nothing is sent yet.
 *
 * @throws MedusaError (not allowed) with the rule, the amounts or dates, and
 * what to do.
 */
export async function fileRefund(
  db: Knex,
  asked: RefundAsked,
  { options, now }: { options: InstalmentsOptions; now: number }
): Promise<RefundRequestRow> {
  const { reference, amount, refund_id } = asked
  return db.transaction(async (trx) => {
    const checkout = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id: reference })
      .forUpdate()
      .first()
    const rows = await trx<RefundRequestRow>(TABLES.refundRequest)
      .where({ reference })
      .whereNull("deleted_at")
      .orderBy("created_at")
    const known = refund_id && rows.find((row) => row.refund_id === refund_id)
    if (known) {
      return known
    }
    if (!checkout) {
      throw refused(`The ledger has no payment with reference ${reference}.`)
    }
    const verdict = decideRefund({
      checkout,
      amount,
      now,
      asked: rows.filter(({ status }) => !isOver(status)),
      timeZone: options.timeZone,
      approval: options.refunds.approval,
      // Nobody is there to ask again for what the system returns.
      sameDay:
        asked.reason === "unplaced" ? "schedule" : options.refunds.sameDay,
    })
    if ("refusal" in verdict) {
      throw refused(verdict.refusal)
    }
    const [row] = await trx<RefundRequestRow>(TABLES.refundRequest)
      .insert({
        ...asked,
        id: refundRowId(),
        checkout_id: checkout.checkout_id,
        currency: checkout.currency,
        asked_at: new Date(now),
        send_after: verdict.sendAfter,
        look_after: verdict.sendAfter,
      })
      .returning("*")
    const filed = row as RefundRequestRow
    await trx(TABLES.refundRequest)
      .whereIn("id", whatItReplaces({ amount, paid: checkout.amount }, rows))
      .update({ replaced_by: filed.id })
    countRefundRequest(null, filed)
    return filed
  })
}

/** A new row's id. */
export function refundRowId(): string {
  return `instref_${randomUUID().replaceAll("-", "")}`
}

function refused(message: string) {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
