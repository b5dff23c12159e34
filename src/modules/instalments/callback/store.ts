import { createHmac } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import {
  BELIEVED_CALLBACK,
  HELD_CALLBACK,
  isResolved,
} from "../attention/cause"
import { CheckoutChecks } from "../checkout/checks"
import { isOwn, onlyOwn, ownNotifyUrl } from "../checkout/own"
import { CheckoutStore } from "../checkout/store"
import { keepValue } from "../ledger/kept-values"
import { keptText } from "../domain/kept-text"
import { TABLES, type CheckoutRow, type ReturningShopper } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import {
  claimedReference,
  otherThan,
  type CallbackBody,
  type ParsedCallback,
  type ReadCallback,
} from "./parse-callback"

/**
 * What a recorded callback asks for next: settle a paid checkout, confirm what
 * contradicts an earlier cancellation or the row, say that a checkout was cancelled, only an answer because all was settled before, or nothing.
 */
export type Recorded =
  | { next: "settle" | "confirm" | "cancelled"; checkout: CheckoutRow }
  | { next: "settled"; checkout: ReturningShopper }
  | { next: "nothing"; held_reason: string | null }

/**
 * Stores the callbacks. The digest that makes all spellings of a callback one row is
 * keyed, as a body may hold more than this plugin reads.
 */
export class CallbackStore {
  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly now: () => number
  ) {}

  /**
   * Writes a verified callback and what it says into the ledger, in one commit.
   * After that commit the callback may be acknowledged. The same JSON again, however
   * it is spaced, is the same row, with one more delivery.
   */
  async record({ text, parsed, forms }: ReadCallback): Promise<Recorded> {
    const now = new Date(this.now())
    // The oldest key: a retry has the same digest while keys are exchanged.
    const digest = createHmac("sha256", this.options.callback.key.at(-1)!)
      .update(forms.at(-1)!)
      .digest("hex")
    const settled = await this.countDuplicate(digest, now)
    if (settled) {
      return { next: "settled", checkout: settled }
    }
    const paid = await this.recordPaid(digest, parsed, now)
    if (paid) {
      return { next: "settle", checkout: paid }
    }
    return this.db.transaction(async (trx) => {
      const reference = claimedReference(parsed)
      const checkout = reference ? await this.own(trx, reference) : undefined
      const held_reason = whyHeld(parsed, checkout)
      await trx.raw(INSERT, [
        generateEntityId(undefined, "instcb"),
        digest,
        // An own one has nothing to cut; another system may name people by its.
        reference ? keptText(reference) : null,
        parsed.understood ? parsed.callback.status : null,
        (parsed.understood && parsed.callback.number_of_payments) || null,
        // PostgreSQL's text cannot hold a zero byte.
        held_reason && text.replaceAll("\0", "\uFFFD"),
        held_reason,
        now,
        now,
      ])
      if (!parsed.understood || !checkout) {
        if (checkout) {
          await new CheckoutChecks(trx).wanted(checkout.id, now)
        }
        return { next: "nothing", held_reason }
      }
      const learnt = await learn(trx, checkout, parsed.callback, now)
      return learnt.next === "nothing" ? { ...learnt, held_reason } : learnt
    })
  }

  /**
   * Counts one more delivery of a callback whose payment is settled, and answers
   * where its shopper goes; null when the callback has to be recorded.
   */
  private async countDuplicate(
    digest: string,
    now: Date
  ): Promise<ReturningShopper | null> {
    const { rows } = (await this.db.raw(COUNT_DUPLICATE, { digest, now })) as {
      rows: ReturningShopper[]
    }
    return rows[0] ?? null
  }

  /** The checkout of a verified callback: it has reached the store that opened it. */
  private async own(trx: Knex, id: string): Promise<CheckoutRow | undefined> {
    const checkout = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id })
      .forUpdate()
      .first()
    if (!checkout || isOwn(checkout, this.options)) {
      return checkout
    }
    const notify_url = ownNotifyUrl(this.options)
    await new CheckoutStore(trx).adopted(id, notify_url)
    return { ...checkout, notify_url }
  }

  /**
   * What nearly every callback says, in one statement: a checkout of this store is
   * paid, which was not known. Null, with nothing written, when it says anything else,
   * or more, which is compared with the row first.
   */
  private async recordPaid(
    digest: string,
    parsed: ParsedCallback,
    now: Date
  ): Promise<CheckoutRow | null> {
    if (
      !parsed.understood ||
      parsed.callback.status !== "successful" ||
      otherThan(null, parsed.callback)
    ) {
      return null
    }
    const { client_reference_id: id, number_of_payments } = parsed.callback
    const values = [digest, id, number_of_payments || null, now, now]
    const record = this.db.raw(RECORD_PAID, [
      generateEntityId(undefined, "instcb"),
      ...values,
    ])
    const payment = { paid_at: now, paid_not_before: now, number_of_payments }
    const checkouts = new CheckoutStore(this.db)
    const only = onlyOwn(this.options)
    return checkouts.paidByCallback(id, payment, { record, only })
  }

  /** Counts a callback that was answered 401: it leaves no other trace. */
  async countUnverified(reason: string): Promise<void> {
    const last_at = new Date(this.now()).toISOString()
    const came = { count: 1, last_at, last_reason: reason }
    await keepValue(this.db, "unverified-callbacks", came, {
      merged: `excluded.value || jsonb_build_object('count',
        cast(kept.value ->> 'count' as integer) + 1)`,
    })
  }

  /**
   * Deletes a batch of callbacks that came last before a moment, and answers how
   * many. One that waits for a person is kept until somebody has dealt with it. A
   * deleted one that comes again is recorded anew and changes nothing.
   */
  async prune(before: Date, limit: number): Promise<number> {
    const old = this.db({ c: TABLES.callback })
      .where("c.last_received_at", "<", before)
      .whereNull("c.deleted_at")
      .whereRaw(
        `(c.held_reason is null or ${BELIEVED_CALLBACK}
          or ${isResolved(HELD_CALLBACK)})`
      )
      .orderBy("c.last_received_at")
      .limit(limit)
      .select("c.id")
    return this.db(TABLES.callback).whereIn("id", old).delete()
  }

  /**
   * Nulls the bodies that came last before a moment, and those that wait for no person
   * any more.
   */
  async forgetBodies(before: Date): Promise<number> {
    return (
      this.db({ c: TABLES.callback })
        // Only held ones have one, which an index finds.
        .whereNull("c.deleted_at")
        .whereNotNull("c.held_reason")
        .whereNotNull("c.body")
        .whereRaw(
          `(c.last_received_at < ? or ${BELIEVED_CALLBACK}
          or ${isResolved(HELD_CALLBACK)})`,
          [before]
        )
        .update({ body: null })
    )
  }

  /** Nulls the bodies of what came about these checkouts. */
  async erase(references: string[]): Promise<void> {
    await this.db(TABLES.callback)
      .whereIn("reference", references)
      .update({ body: null })
  }
}

const COUNT_DUPLICATE = `
  update ${TABLES.callback} as callback
  set deliveries = deliveries + 1, last_received_at = :now, updated_at = now()
  from ${TABLES.checkout} as checkout
  where callback.digest = :digest and checkout.id = callback.reference
    and callback.deleted_at is null and callback.held_reason is null
    and callback.status = 'successful' and checkout.status = 'successful'
    and checkout.outcome <> 'open'
  returning checkout.cart_id, checkout.country_code, checkout.order_id,
    checkout.success_url`

/** The same callback again is the same row. */
const AGAIN = `
  on conflict (digest) where deleted_at is null
  do update set deliveries = ${TABLES.callback}.deliveries + 1,
                last_received_at = excluded.last_received_at,
                updated_at = now()`

const INSERT = `
  insert into ${TABLES.callback}
    (id, digest, reference, status, number_of_payments, body, held_reason,
     received_at, last_received_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ${AGAIN}`

const RECORD_PAID = `
  insert into ${TABLES.callback}
    (id, digest, reference, status, number_of_payments, received_at,
     last_received_at)
  select ?, ?, ?, 'successful', ?, ?, ? from paid
  ${AGAIN}`

function whyHeld(parsed: ParsedCallback, checkout: CheckoutRow | undefined) {
  if (!parsed.understood) {
    return parsed.reason
  }
  const { status, client_reference_id } = parsed.callback
  if (!checkout) {
    return `No checkout of this store has the reference ${keptText(client_reference_id)}`
  }
  if (status === "cancelled" && checkout.status === "successful") {
    return "The service says cancelled after it said successful; the payment stands"
  }
  return whyUnconfirmed(checkout, parsed.callback)
}

/**
 * Why a callback is not believed before the service has said the same; null when it is.
 * Without an id it cannot be asked: a payment after a cancellation is believed then, and
 * what is of another amount, currency or checkout is held.
 */
function whyUnconfirmed(
  checkout: CheckoutRow,
  callback: CallbackBody
): string | null {
  if (checkout.status === "successful" || checkout.status === callback.status) {
    return null
  }
  const other = otherThan(checkout, callback)
  if (other) {
    return `The callback says another ${other} than its checkout has, and the service has not confirmed it when it was asked`
  }
  const isRevived =
    callback.status === "successful" && checkout.status === "cancelled"
  return isRevived && checkout.checkout_id !== null
    ? "The service says successful after it said cancelled, and has not confirmed that when it was asked"
    : null
}

async function learn(
  trx: Knex,
  checkout: CheckoutRow,
  callback: CallbackBody,
  now: Date
): Promise<Recorded> {
  const store = new CheckoutStore(trx)
  const { id, checkout_id } = checkout
  const { number_of_payments } = callback
  if (whyUnconfirmed(checkout, callback)) {
    await new CheckoutChecks(trx).unconfirmed(id, now)
    return checkout_id
      ? { next: "confirm", checkout }
      : { next: "nothing", held_reason: null }
  }
  if (callback.status === "cancelled") {
    const cancelled = await store.said(id, "cancelled", now)
    return cancelled
      ? { next: "cancelled", checkout: cancelled }
      : { next: "nothing", held_reason: null }
  }
  const paid =
    (await store.paid(id, {
      paid_at: now,
      paid_not_before: now,
      number_of_payments,
    })) ?? checkout
  return {
    next: paid.outcome === "open" ? "settle" : "settled",
    checkout: paid,
  }
}
