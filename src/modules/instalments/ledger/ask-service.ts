import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InstalmentsClient } from "../client/client"
import type { Urgency } from "../limits/endpoints"
import { learnPaid, learnStatus } from "./learn"
import { TABLES, type CheckoutRow } from "./rows"
import { moneyInWords } from "../domain/money"

/** What the service said, and whether the ledger did not know it yet. */
export type Asked = { checkout: CheckoutRow; news: boolean }

/**
 * Fetches one checkout from the service by id and writes what is proven by it.
 * An amount or currency other than the ledger's is held at once: a person has
 * to look at it.
 *
 * @throws ServiceError; `RateLimitError` says when it may be asked again.
 */
export async function askService(
  { db, client }: { db: Knex; client: InstalmentsClient },
  checkout: CheckoutRow,
  input: { urgency: Urgency; now: Date }
): Promise<Asked> {
  const { id, checkout_id } = checkout
  if (!checkout_id) {
    return { checkout, news: false }
  }
  const fetched = await client.fetchCheckout(checkout_id, input.urgency)
  const news = await db.transaction(async (trx) => {
    await trx<CheckoutRow>(TABLES.checkout)
      .where({ id })
      .update({ asked_at: input.now, asks: trx.raw("asks + 1") })
    await noteContradiction(trx, id, fetched.status)
    return learnFetched(trx, checkout, { ...fetched, now: input.now })
  })
  const [row] = await db<CheckoutRow>(TABLES.checkout).where({ id })
  return { checkout: row ?? checkout, news }
}

/** Money stays money: that the service takes its word back is for a person. */
async function noteContradiction(trx: Knex, id: string, says: string) {
  await trx<CheckoutRow>(TABLES.checkout)
    .where({ id, status: "successful" })
    .whereNot({ outcome: "open" })
    .update({
      last_error:
        says === "successful"
          ? null
          : `The service says ${says} now, after it said successful. Nothing was changed; ask its support which is true.`,
    })
}

/** A checkout as the service's fetch or list gives it. `amount` is cents. */
export type Fetched = {
  amount: number
  currency: string
  status: string
  created_at: string
  now: Date
}

/** Writes what a fetched checkout proves. Answers whether it is news. */
export async function learnFetched(
  trx: Knex,
  checkout: CheckoutRow,
  fetched: Fetched
): Promise<boolean> {
  const { id } = checkout
  if (fetched.status !== "successful") {
    return learnStatus(trx, id, fetched.status, fetched.now)
  }
  const created = Date.parse(fetched.created_at)
  const { news } = await learnPaid(trx, id, {
    paid_at: fetched.now,
    paid_not_before: new Date(
      Math.min(fetched.now.getTime(), created || checkout.opened_at.getTime())
    ),
  })
  const differs =
    fetched.amount !== checkout.amount || fetched.currency !== checkout.currency
  if (news && differs) {
    await trx<CheckoutRow>(TABLES.checkout)
      .where({ id })
      .update({
        outcome: "held",
        outcome_at: fetched.now,
        look_after: null,
        held_reason: `The service holds ${moneyInWords(fetched.amount, fetched.currency)} for this checkout, the ledger ${moneyInWords(checkout.amount, checkout.currency)}`,
      })
  }
  return news
}
