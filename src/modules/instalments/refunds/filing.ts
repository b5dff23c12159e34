import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { refuseOthers } from "../checkout/own"
import { fromCents, toCents } from "../domain/money"
import { decideRefund, refused } from "../domain/refund-rules"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { paidAmount } from "../checkout/state"
import type { Booked, Booking } from "./booking"
import { askedFor, onItsWay, standing } from "./state"
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
  /** The refund request whose money a person returns again. */
  replaces?: string
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
const BOOKS_MS = 2 * 60_000

/** Refunds that are asked for: what may be sent is filed, after the rules. */
export class RefundFiling {
  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly now: () => number
  ) {}

  /**
   * Writes a refund request into the ledger, after the rules: one writer at a
   * time per checkout, so that refunds asked for at once never exceed what is
   * left. It takes the place of failed ones. Nothing is sent yet: what Medusa is
   * to book for it is awaited first.
   *
   * With Medusa's books of the payment, it is asked for what all its refunds come
   * to together, rounded, less what was asked for before: parts with decimals
   * behind the cent then add up to what was paid.
   *
   * One that the service has made already is filed with its id, and never sent; of
   * the rules, only what is left counts for it. Of a payment without an order it is
   * followed at once, as there are no books to wait for.
   *
   * @throws MedusaError (not allowed) with the rule, the amounts or dates, and
   * what to do.
   */
  async file(
    { replaces, ...asked }: RefundAsked,
    medusa?: MedusaRefund
  ): Promise<RefundRequestRow> {
    const now = this.now()
    const { options } = this
    const { reference, refund_id } = asked
    return this.db.transaction(async (trx) => {
      const checkout = await lockedCheckout(trx, reference)
      const rows = await requestsOf(trx, reference)
      const known = refund_id && rows.find((row) => row.refund_id === refund_id)
      if (known) {
        return known
      }
      if (!checkout) {
        throw refused(`The ledger has no payment with reference ${reference}.`)
      }
      refuseOthers(checkout, options)
      const again = rows.find(({ id }) => id === replaces)
      if (replaces && again?.superseded_by !== null) {
        throw refused(
          `The money of refund request ${replaces} has been asked for again already${again ? `, by ${again.superseded_by}` : ""}.`
        )
      }
      const { currency, opened_at } = checkout
      // What the service has made is of whole cents already.
      const amount =
        medusa && !asked.refund_request_id
          ? centsOf(medusa, rows, currency)
          : asked.amount
      const made = asked.refund_request_id
        ? await toBeBooked(trx, asked.refund_request_id, {
            ...{ amount, currency, opened_at },
          })
        : null
      const booking = medusa?.booking ?? null
      if (made && !booking && asked.reason !== "unplaced") {
        throw refused("Only a refund of an order's payment can be booked.")
      }
      const paid = paidAmount(checkout)
      const verdict = decideRefund({
        checkout: { ...checkout, amount: paid },
        amount,
        now: made ? (checkout.paid_at?.getTime() ?? now) : now,
        used: onItsWay(rows),
        timeZone: options.timeZone,
        approval: made ? "manual" : options.refunds.approval,
        // Nobody is there to ask again for what the system returns.
        sameDay:
          asked.reason === "unplaced" ? "schedule" : options.refunds.sameDay,
      })
      if ("refusal" in verdict) {
        throw refused(verdict.refusal, "instalments_refund_refused")
      }
      const sendAfter = made ? new Date(now) : verdict.sendAfter
      const books_after = new Date(now + BOOKS_MS)
      const store = new RefundStore(trx)
      const ids = whatItReplaces({ amount, paid, replaces }, rows)
      const filed = await store.file({
        ...asked,
        ...(made ? { status: "requested" } : {}),
        ...(booking ? { status: "filed", booking, books_after } : {}),
        amount,
        service_status: made?.status ?? null,
        checkout_id: checkout.checkout_id,
        currency,
        filed_at: new Date(now),
        send_after: sendAfter,
        next_check_at: sendAfter,
      })
      await store.replaced(ids, filed.id)
      return filed
    })
  }

  /**
   * Keeps a refund that could not be filed, as `refused`, and why. Core books
   * the refund of an order that is cancelled whatever came of it; this row is how
   * that is found (or known: `booked`) and taken out of Medusa's books again. Its
   * amount is the one that would have been filed, as it is returned by that later.
   * Answers whether there is one: not of half a cent, nor without a checkout.
   */
  async recordRefusal(
    { replaces: _, ...asked }: Omit<RefundAsked, "amount">,
    last_error: string,
    medusa: MedusaRefund & { booked?: Booked | null }
  ): Promise<boolean> {
    const at = new Date(this.now())
    const checkout = await this.db<CheckoutRow>(TABLES.checkout)
      .where({ id: asked.reference })
      .first("checkout_id", "currency")
    if (!checkout) {
      return false
    }
    const rows = await requestsOf(this.db, asked.reference)
    const amount = centsOf(medusa, rows, checkout.currency)
    // Half a cent or less, left by tax in a payment that is back: nobody misses it.
    if (amount <= 0) {
      return false
    }
    await new RefundStore(this.db).file({
      ...asked,
      ...checkout,
      amount,
      status: "refused",
      filed_at: at,
      send_after: at,
      finished_at: at,
      dropped_at: at,
      booking: medusa.booking,
      booked: medusa.booked ?? null,
      books_after: new Date(at.getTime() + BOOKS_MS),
      last_error,
    })
    return true
  }
}

/** A checkout, for one writer at a time of it and its refund requests. */
export function lockedCheckout(trx: Knex, id: string) {
  return trx<CheckoutRow>(TABLES.checkout).where({ id }).forUpdate().first()
}

/** All refund requests of a checkout, the oldest first. */
export function requestsOf(
  db: Knex,
  reference: string
): Promise<RefundRequestRow[]> {
  return db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference })
    .whereNull("deleted_at")
    .orderBy("created_at")
}

/** What is asked of the service for a refund, in cents; see `RefundFiling.file`. */
function centsOf(
  { asked, byId }: Pick<MedusaRefund, "asked" | "byId">,
  rows: RefundRequestRow[],
  currency: string
): number {
  const amounts = standing(rows).map(
    ({ refund_id, amount }) => byId.get(refund_id ?? "") ?? fromCents(amount)
  )
  return toCents(MathBN.sum(asked, ...amounts), currency) - askedFor(rows)
}
