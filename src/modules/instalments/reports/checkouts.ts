import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { outcomesOf } from "../checkout/state"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import {
  among,
  inSpan,
  Report,
  havingReference,
  type Search,
  type Span,
} from "./search"

/** Which checkouts are wanted. */
export type CheckoutFilter = {
  /**
   * Any reference: ours, the service's, or that of a cart, order or session.
   */
  q?: string
  /** The order that a number in `q` stands for. */
  orderOfNumber?: string
  id?: string | string[]
  outcome?: string | string[]
  status?: string | string[]
  order_id?: string | string[]
  cart_id?: string | string[]
  created_at?: Span
}

const REFERENCES = [
  "id",
  "checkout_id",
  "cart_id",
  "order_id",
  "payment_session_id",
]

const COLUMNS = {
  created_at: "opened_at",
  paid_at: "paid_at",
  outcome_at: "outcome_at",
  amount: "amount",
  outcome: "outcome",
  status: "status",
}

/** The ledger's checkouts. */
export const checkoutReport = (db: Knex) =>
  new Report<CheckoutFilter, CheckoutRow, keyof typeof COLUMNS>(
    db,
    searchCheckouts
  )

async function searchCheckouts(
  db: Knex,
  filter: CheckoutFilter
): Promise<Search<keyof typeof COLUMNS>> {
  let found: Knex.QueryBuilder = db(TABLES.checkout).whereNull("deleted_at")
  found = among(found, "id", filter.id)
  found = among(found, "status", filter.status)
  found = among(found, "outcome", possibleOutcomes(filter))
  found = among(found, "order_id", filter.order_id)
  found = among(found, "cart_id", filter.cart_id)
  found = inSpan(found, "opened_at", filter.created_at)
  let having: Partial<Awaited<ReturnType<typeof havingReference>>> = {}
  if (filter.orderOfNumber) {
    found = found.where("order_id", filter.orderOfNumber)
  } else if (filter.q) {
    const [former] = await db<{ id: string; reference: string }>(
      "instalments_checkout_session"
    ).where({ id: filter.q.trim() })
    // The row no longer has a session that Medusa has deleted.
    having = former
      ? { found: found.where("id", former.reference) }
      : await havingReference(found, {
          ...{ text: filter.q, moment: "opened_at" },
          ...{ exactly: REFERENCES, partly: REFERENCES },
        })
  }
  const rows = (query: Knex.QueryBuilder) => query.select("*")
  return {
    found,
    ...having,
    rows,
    id: "id",
    moment: "opened_at",
    columns: COLUMNS,
  }
}

/**
 * The wanted outcomes that a checkout with a wanted status can have. PostgreSQL does
 * not know which of them exclude each other, and would read every row to find none.
 */
function possibleOutcomes({ status, outcome }: CheckoutFilter) {
  if (status === undefined || outcome === undefined) {
    return outcome
  }
  const possible = outcomesOf([status].flat())
  return [outcome].flat().filter((one) => possible.includes(one))
}
