import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { countRefundRequest } from "../telemetry/metrics"
import { fromCents, toCents } from "../domain/money"
import { decideRefund } from "../domain/refund-rules"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { paidAmount } from "../checkout/state"
import type { Booking } from "./booking"
import { isOver } from "./state"
import { RefundStore } from "./store"
import { toBeBooked } from "./unmatched"
import { whatItReplaces } from "./what-it-replaces"

/** A refund that somebody asks for. `amount` is integer cents. */
export type RefundAsked = {
  /** The service's id, when its support has made it already. */
  refund_request_id?: string
  /** The ledger's checkout. */
  reference: string
  amount: number
  reason: RefundRequestRow["reason"]
  /** Medusa's ids; the same refund asked for again is the same row. */
  refund_id?: string
  payment_id?: string
}

/**
 * What Medusa's books hold of a payment's refunds, in major units with all their
 * decimals: the one that is asked for, and all of them by id; and what Medusa is
 * to book for it, null for a payment that no order has.
 */
export type MedusaRefund = {
  asked: BigNumberInput
  byId: Map<string, BigNumberInput>
  booking: Booking | null
}

/** Medusa books within seconds what it asks for; after this it never will. */
export const BOOKS_MS = 2 * 60_000

/**
 * Writes a refund request into the ledger, after the rules: one writer at a
 * time per checkout, so that refunds asked for at once never exceed what is
 * left. It takes the place of failed ones. Nothing is sent yet: what Medusa is to
 * book for it is awaited first.
 *
 * With Medusa's books of the payment, it is asked for what all its refunds come
 * to together, rounded, less what was asked for before: parts with decimals
 * behind the cent then add up to what was paid.
 *
 * One that the service has made already is filed with its id, and never sent; of
 * the rules, only what is left counts for it.
 *
 * @throws MedusaError (not allowed) with the rule, the amounts or dates, and
 * what to do.
 */
export async function fileRefund(
  db: Knex,
  asked: RefundAsked,
  {
    options,
    now,
    medusa,
  }: { options: InstalmentsOptions; now: number; medusa?: MedusaRefund }
): Promise<RefundRequestRow> {
  const { reference, refund_id } = asked
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
    const earlier = rows.filter(({ status }) => !isOver(status))
    // What the service has made is of whole cents already.
    const amount =
      medusa && !asked.refund_request_id
        ? centsOf(medusa, rows, checkout.currency)
        : asked.amount
    const { currency } = checkout
    const made = asked.refund_request_id
      ? await toBeBooked(trx, asked.refund_request_id, { amount, currency })
      : null
    const booking = medusa?.booking ?? null
    if (made && !booking) {
      throw refused("Only a refund of an order's payment can be booked.")
    }
    const paid = paidAmount(checkout)
    const verdict = decideRefund({
      checkout: { ...checkout, amount: paid },
      amount,
      now: made ? (checkout.paid_at?.getTime() ?? now) : now,
      asked: earlier,
      timeZone: options.timeZone,
      approval: made ? "manual" : options.refunds.approval,
      // Nobody is there to ask again for what the system returns.
      sameDay:
        asked.reason === "unplaced" ? "schedule" : options.refunds.sameDay,
    })
    if ("refusal" in verdict) {
      throw refused(verdict.refusal)
    }
    const sendAfter = made ? new Date(now) : verdict.sendAfter
    const store = new RefundStore(trx)
    const filed = await store.file({
      ...asked,
      ...(booking
        ? { status: "filed", booking, books_after: new Date(now + BOOKS_MS) }
        : {}),
      amount,
      service_status: made?.status ?? null,
      checkout_id: checkout.checkout_id,
      currency,
      asked_at: new Date(now),
      send_after: sendAfter,
      look_after: sendAfter,
    })
    await store.replaced(whatItReplaces({ amount, paid }, rows), filed.id)
    countRefundRequest(null, filed)
    return filed
  })
}

/** What is asked of the service for a refund, in cents; see `fileRefund`. */
export function centsOf(
  { asked, byId }: Pick<MedusaRefund, "asked" | "byId">,
  rows: RefundRequestRow[],
  currency: string
): number {
  const earlier = rows.filter(({ status }) => !isOver(status))
  const amounts = earlier.map(
    ({ refund_id, amount }) => byId.get(refund_id ?? "") ?? fromCents(amount)
  )
  const cents = earlier.reduce((sum, { amount }) => sum + amount, 0)
  return toCents(MathBN.sum(asked, ...amounts), currency) - cents
}

function refused(message: string) {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
