import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  AskedRecentlyError,
  isNotFound,
  RateLimitError,
} from "../client/errors"
import type { InstalmentsClient } from "../client/client"
import { moneyInWords } from "../domain/money-in-words"
import { LARGEST_CENTS } from "../domain/offer"
import { isUnconfirmed } from "../domain/payment-status"
import { checkPause, contradictedCheckIn } from "../domain/pauses"
import type { CheckoutRow } from "../ledger/rows"
import type { Urgency } from "../limits/endpoints"
import { CheckoutChecks } from "./checks"
import { CheckoutOutcomes } from "./outcomes"
import { CheckoutStore } from "./store"

/**
 * A checkout as the service's fetch or list gives it. `amount` is cents, or null where it
 * could not be read.
 */
export type Fetched = {
  amount: number | null
  currency: string
  status: string
  created_at: string
}

/** What the service said, and whether the ledger did not know it yet. */
export type Asked = { checkout: CheckoutRow; news: boolean }

/** Learns the state of checkouts from the service's own answers. */
export class Learning {
  constructor(
    private readonly db: Knex,
    private readonly client: InstalmentsClient,
    private readonly now: () => number
  ) {}

  /**
   * Fetches one checkout from the service by id and writes what the answer
   * proves. Each checkout has its own pause between two checks (`restMs`, else
   * longer each time), so one client that asks again and again cannot use up
   * the limit.
   *
   * @throws ServiceError; `RateLimitError` says when it may be asked again.
   * When the limit refuses a shopper's check, the job does it next.
   */
  async check(
    checkout: CheckoutRow,
    urgency: Urgency,
    restMs = checkPause(checkout.check_count)
  ): Promise<Asked> {
    const now = new Date(this.now())
    const { id, checkout_id } = checkout
    const checks = new CheckoutChecks(this.db)
    if (!checkout_id) {
      return { checkout, news: false }
    }
    const restedAt = new Date(now.getTime() - restMs)
    const turn = await checks.takeAsk(checkout, { now, restedAt })
    if (!turn) {
      throw asksTooSoon(checkout, now, restMs)
    }
    const fetched = await this.client
      .fetchCheckout(checkout_id, urgency)
      .catch(async (error: unknown): Promise<never> => {
        if (error instanceof RateLimitError) {
          await checks.giveBackAsk(checkout)
          if (urgency === "shopper") {
            await checks.wanted(id, now)
          }
        }
        if (isNotFound(error)) {
          await new CheckoutStore(this.db).unknown(id, now)
        }
        throw error
      })
    return this.db.transaction((trx) => learn(trx, turn, fetched, now))
  }

  /** Writes what the service's list said of a checkout when it was asked at `asked`. */
  listed(checkout: CheckoutRow, fetched: Fetched, asked: Date): Promise<Asked> {
    return this.db.transaction((trx) => learn(trx, checkout, fetched, asked))
  }

  /**
   * Writes the id that a person gave for a row, with what the service says of
   * that checkout. Null when the row has an id by now.
   *
   * @throws when another row has this id: a unique index.
   */
  identified(
    id: string,
    fetched: Fetched & { id: string }
  ): Promise<Asked | null> {
    const now = new Date(this.now())
    return this.db.transaction(async (trx) => {
      const row = await new CheckoutStore(trx).identified(id, fetched.id)
      return row && learn(trx, row, fetched, now)
    })
  }
}

/**
 * Writes what a fetched or listed checkout proves; `checkout` is its row as it was when
 * the service was asked, or later. When the amount or currency
 * differs from the ledger's, the payment is held for a person.
 */
async function learn(
  db: Knex,
  checkout: CheckoutRow,
  fetched: Fetched,
  now: Date
): Promise<Asked> {
  const { id } = checkout
  const store = new CheckoutStore(db)
  const known = (await new CheckoutChecks(db).heard(id, now)) ?? checkout
  // What was asked before the payment was learnt is no answer to it. The row as it
  // was then says so, and no clock: those of two processes differ.
  const wasPaid = checkout.status === "successful"
  if (known.status === "successful") {
    if (wasPaid || fetched.status === "successful") {
      const age = now.getTime() - known.opened_at.getTime()
      const next = new Date(now.getTime() + contradictedCheckIn(age))
      await store.contradicted(id, whatIsSaid(known, fetched), next)
    }
    if (fetched.currency === known.currency) {
      await new CheckoutOutcomes(db).holds(id, keptAmount(fetched))
    }
  }
  if (fetched.status !== "successful" && isUnconfirmed(known)) {
    // The service was asked before the callback came that contradicts it.
    return { checkout: known, news: false }
  }
  const changed =
    fetched.status === "successful"
      ? await learnPaid(db, known, fetched, now)
      : await store.said(id, fetched.status, now)
  return { checkout: changed ?? known, news: changed !== null }
}

function learnPaid(
  db: Knex,
  checkout: CheckoutRow,
  fetched: Fetched,
  now: Date
): Promise<CheckoutRow | null> {
  const { id, amount, currency, opened_at } = checkout
  const created = Date.parse(fetched.created_at) || opened_at.getTime()
  const learnt = {
    paid_at: now,
    paid_not_before: new Date(Math.min(now.getTime(), created)),
  }
  if (fetched.amount === amount && fetched.currency === currency) {
    return new CheckoutStore(db).paid(id, learnt)
  }
  // In one commit: otherwise another process could settle it before it is held.
  return db.transaction(async (trx) => {
    return (
      (await new CheckoutStore(trx).paid(id, learnt)) &&
      (await new CheckoutOutcomes(trx).held(id, {
        kind: "amount_differs",
        reason: `The service holds ${moneyInWords(fetched.amount, fetched.currency)} for this checkout, the ledger ${moneyInWords(amount, currency)}`,
        paid_amount: keptAmount(fetched),
        now,
      }))
    )
  })
}

/** The service's word; of an order's payment with a sum that is not in the ledger's cents. */
function whatIsSaid(known: CheckoutRow, fetched: Fetched): string {
  const isReadable =
    fetched.amount !== null && fetched.currency === known.currency
  const isOther = known.outcome === "placed" && !isReadable
  return fetched.status !== "successful" || !isOther
    ? fetched.status
    : `successful, of ${moneyInWords(fetched.amount, fetched.currency)}`
}

/** No more than the column holds; none where it could not be read. */
function keptAmount({ amount }: Fetched): number | undefined {
  return amount === null
    ? undefined
    : Math.min(Math.max(0, amount), LARGEST_CENTS)
}

function asksTooSoon(
  { id, last_checked_at }: CheckoutRow,
  now: Date,
  restMs: number
): AskedRecentlyError {
  const left =
    (last_checked_at?.getTime() ?? now.getTime()) + restMs - now.getTime()
  const seconds = Math.max(1, Math.ceil(left / 1_000))
  return new AskedRecentlyError(
    `The service was asked about checkout ${id} a moment ago; nothing was sent. Try again in ${seconds} seconds.`,
    seconds,
    true
  )
}
